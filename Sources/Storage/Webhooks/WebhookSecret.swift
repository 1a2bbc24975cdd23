import Linux

/// The secret that requests are signed with, out of its file.
public enum WebhookSecret {
    /// Bytes of a secret: less can be guessed.
    public static let lengths = 16...1024

    /// Why a secret cannot be used.
    public struct SecretError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file.
        public let file: String
        /// What is wrong with it, and what would work.
        public let message: String

        /// One line: the file and what is wrong with it.
        public var description: String { "\(file): \(message)" }
    }

    /// Reads a secret: all bytes of the file but the line end behind them.
    ///
    /// - Throws: ``SecretError``, also where others may read or write the file.
    public static func read(_ path: String) throws(SecretError) -> [UInt8] {
        let (mode, contents) = try file(path)
        guard mode & 0o027 == 0 else {
            throw SecretError(file: path, message: "open to others, say: chmod g-w,o= \(path)")
        }
        return try secret(in: contents, path)
    }

    private static func file(_ path: String) throws(SecretError) -> (mode: UInt32, contents: [UInt8]) {
        do throws(SystemError) {
            return (try FileStatus(of: path).mode, try FileContents.read(path, limit: lengths.upperBound + 2))
        } catch {
            let hint = error.isPermissionDenied ? ", the user whereismy has to read it" : ""
            throw SecretError(file: path, message: error.reason + hint)
        }
    }

    private static func secret(in contents: [UInt8], _ path: String) throws(SecretError) -> [UInt8] {
        var secret = contents[...]
        if secret.last == UInt8(ascii: "\n") { secret.removeLast() }
        if secret.last == UInt8(ascii: "\r") { secret.removeLast() }
        guard lengths.contains(secret.count) else {
            let rule =
                "a secret has \(lengths.lowerBound) to \(lengths.upperBound) bytes, such as of openssl rand -hex 32"
            throw SecretError(file: path, message: "\(secret.count) bytes, \(rule)")
        }
        return Array(secret)
    }
}
