public import Configuration

/// The file of the secret that signs requests.
public enum WebhookSecret {
    /// The valid lengths of a secret in bytes; shorter ones can be guessed.
    public static let lengths = 16...1024

    /// Reads a secret: all bytes of the file but the line end behind them.
    ///
    /// - Throws: `SecretFile.SecretError`, also where others may read or write the file.
    public static func read(_ path: String) throws(SecretFile.SecretError) -> [UInt8] {
        try SecretFile.read(path, lengths: lengths, remedy: "openssl rand -hex 32")
    }
}
