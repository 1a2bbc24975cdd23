import Configuration

extension ParsedOptions {
    /// How many an option asks for; nil where it is not given.
    ///
    /// - Throws: `UsageError` where it is no whole number above 0.
    func count(of option: Option) throws(UsageError) -> Int? {
        guard let text = value(of: option) else { return nil }
        guard let count = Int(text), count > 0 else {
            throw UsageError(
                "--\(option.name): \(String(text.prefix(80)).debugDescription) is no whole number above 0")
        }
        return count
    }
}
