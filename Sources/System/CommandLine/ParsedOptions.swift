/// The options and operands of a command line.
public struct ParsedOptions: Sendable {
    /// The operands, in order.
    public let operands: [String]
    /// The options in their order, each with its value.
    public private(set) var given: [(option: Option, value: String?)] = []

    mutating func add(_ option: Option, value: String?) {
        given.append((option, value))
    }

    /// Returns true if the option is present.
    public func contains(_ option: Option) -> Bool { given.contains { $0.option.name == option.name } }

    /// The last value of the option; nil when absent.
    public func value(of option: Option) -> String? { values(of: option).last }

    /// The values of the option, in order.
    public func values(of option: Option) -> [String] {
        given.filter { $0.option.name == option.name }.compactMap(\.value)
    }

    /// The option's parsed value; nil when absent.
    ///
    /// - Throws: ``UsageError`` with what is expected.
    public func value<Value>(of option: Option, as syntax: ValueSyntax<Value>) throws(UsageError) -> Value? {
        guard let text = value(of: option) else { return nil }
        if let value = syntax.parse(text) { return value }
        throw UsageError("--\(option.name): \(String(text.prefix(80)).debugDescription) is not \(syntax.expected)")
    }

    /// The option's value as a function parses it; nil when absent.
    ///
    /// - Throws: ``UsageError`` with the message of the function's error.
    public func value<Value, Failure: Error>(
        of option: Option, parse: (String) throws(Failure) -> Value
    ) throws(UsageError) -> Value? {
        guard let text = value(of: option) else { return nil }
        do throws(Failure) { return try parse(text) } catch { throw UsageError("--\(option.name): \(error)") }
    }

    /// The option's value as a choice; nil when absent.
    ///
    /// - Throws: ``UsageError`` for an unknown value.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        of option: Option
    ) throws(UsageError) -> Choice? {
        guard let text = value(of: option) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let hint = Choice.allCases.map(\.rawValue).hint(for: text)
        throw UsageError("--\(option.name): unknown value \(text.debugDescription), \(hint)")
    }

    /// The output format; text when absent.
    ///
    /// - Throws: ``UsageError`` for an unknown value.
    public func outputFormat() throws(UsageError) -> OutputFormat { try choice(of: OutputFormat.option) ?? .text }

    /// Rejects operands.
    ///
    /// - Throws: ``UsageError`` naming the first operand.
    public func requireNoOperands() throws(UsageError) { _ = try requireOperands([], of: "") }

    /// Returns as many operands as there are names, such as `device`; messages name the subcommand, `subject`.
    ///
    /// - Throws: ``UsageError`` about the first that is missing or too many.
    public func requireOperands(_ names: [String], of subject: String) throws(UsageError) -> [String] {
        try operands[...].required(names, of: subject)
    }
}

extension ArraySlice<String> {
    /// Checks the number of operands, as ``ParsedOptions/requireOperands(_:of:)`` does.
    func required(_ names: [String], of subject: String) throws(UsageError) -> [String] {
        if count < names.count { throw UsageError("\(subject) needs a \(names[count])") }
        guard let odd = dropFirst(names.count).first else { return Array(self) }
        throw UsageError("unexpected argument \(odd.debugDescription), see --help")
    }
}
