import Basics
import Cryptography
import Linux

/// The directory of messages that a destination has rejected, one file each.
struct RejectedFixes {
    private let path: String

    init(path: String) { self.path = path }

    /// Stores a message; it is on the disk on return.
    ///
    /// - Parameters:
    ///   - content: The message as it was sent.
    ///   - time: The time of the fix, which names the file, with a hash for fixes of several devices.
    /// - Returns: The path of the file.
    /// - Throws: ``SystemError`` with the path.
    func store(_ content: [UInt8], time: Timestamp) throws(SystemError) -> String {
        try Directory.create(path, mode: 0o750)
        let hash = Hexadecimal.encode(SHA256.hash(content)).prefix(8)
        let file = "\(path)/\(time.milliseconds)-\(hash).json"
        try AtomicFile.replace(file, with: content + [UInt8(ascii: "\n")], mode: 0o640, durable: true)
        return file
    }
}
