/// The format of gzip (RFC 1952).
public enum Gzip {
    /// Compresses bytes as a whole.
    public static func compress(_ bytes: [UInt8]) -> [UInt8] {
        let encoder = GzipEncoder()
        return encoder.append(bytes[...]) + encoder.finish()
    }
}
