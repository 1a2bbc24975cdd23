/// Text as JSON writes it.
public enum JSONText {
    /// Appends text in quotation marks, escaped where JSON wants it.
    public static func append(_ text: String, to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { $0.append(text) }
    }
}
