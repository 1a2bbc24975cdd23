import Basics
import Cryptography
import Linux

/// The directory of messages that a destination has rejected, one file each.
struct RejectedFixes {
    private let path: String

    init(path: String) { self.path = path }

    /// Stores a message durably; returns the path of the file.
    ///
    /// The time of the fix names the file, with a hash for fixes of several devices.
    func store(_ content: [UInt8], time: Timestamp) throws(SystemError) -> String {
        try Directory.create(path, mode: 0o750)
        let hash = Hexadecimal.encode(SHA256.hash(content)).prefix(8)
        let file = "\(path)/\(time.milliseconds)-\(hash).json"
        try AtomicFile.replace(file, with: content + [UInt8(ascii: "\n")], mode: 0o640, durable: true)
        return file
    }
}
