import Linux

/// Files of secrets: what signs a webhook's requests, passwords and tokens.
public enum SecretFile {
    /// The reason why a secret cannot be used.
    public struct SecretError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file.
        public let file: String
        /// The fault and its fix.
        public let message: String

        /// One line: the file and what is wrong.
        public var description: String { "\(file): \(message)" }
    }

    /// The valid lengths of a password or token in bytes.
    public static let textLengths = 1...1024

    /// Reads a secret: all bytes of the file but the line end behind them.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - lengths: the valid lengths in bytes.
    ///   - remedy: the command that prints a valid secret, for messages.
    /// - Returns: the secret.
    /// - Throws: ``SecretError``, also where others may read or write the file.
    public static func read(
        _ path: String, lengths: ClosedRange<Int>, remedy: String
    ) throws(SecretError) -> [UInt8] {
        let (mode, contents) = try file(path, limit: lengths.upperBound + 2)
        guard mode & 0o027 == 0 else {
            throw SecretError(file: path, message: "accessible by others; fix: chmod g-w,o= \(path)")
        }
        var secret = contents[...]
        if secret.last == UInt8(ascii: "\n") { secret.removeLast() }
        if secret.last == UInt8(ascii: "\r") { secret.removeLast() }
        guard lengths.contains(secret.count) else {
            let rule = "a secret has \(lengths.lowerBound) to \(lengths.upperBound) bytes; fix: \(remedy)"
            throw SecretError(file: path, message: "\(secret.count) bytes, \(rule)")
        }
        return Array(secret)
    }

    /// Reads a password or token, one line of text.
    ///
    /// - Throws: ``SecretError``, as ``read(_:lengths:remedy:)`` and for control characters, which would end a header.
    public static func text(_ path: String) throws(SecretError) -> String {
        let bytes = try read(path, lengths: textLengths, remedy: "write it on one line")
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.isPrintableLine, Array(text.utf8) == bytes else {
            throw SecretError(file: path, message: "not a line of text in UTF-8; fix: write it on one line")
        }
        return text
    }

    private static func file(_ path: String, limit: Int) throws(SecretError) -> (mode: UInt32, contents: [UInt8]) {
        do throws(SystemError) {
            return (try FileStatus(of: path).mode, try FileContents.read(path, limit: limit))
        } catch {
            let hint = error.isPermissionDenied ? "; fix: let the user whereismy read it" : ""
            throw SecretError(file: path, message: error.reason + hint)
        }
    }
}
