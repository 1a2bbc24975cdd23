import Glibc
import Linux

/// Whether standard error leads to the journal (systemd.exec(5), `JOURNAL_STREAM`).
enum JournalStream {
    /// Whether it does in this process.
    static let isStandardError: Bool = {
        var status = stat()
        // The kernel fills the one value whose address it gets.
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        let variable = ProcessEnvironment.variables["JOURNAL_STREAM"]
        return isNamed(by: variable, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }()

    /// Whether the variable names this file: whoever redirects a service's standard error leaves the variable behind.
    static func isNamed(by variable: String?, device: UInt64, inode: UInt64) -> Bool {
        variable == "\(device):\(inode)"
    }
}
