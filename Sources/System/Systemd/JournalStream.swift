import Glibc
import Linux

/// Detection of standard error that leads to the journal (systemd.exec(5), `JOURNAL_STREAM`).
enum JournalStream {
    /// True if standard error of this process leads to the journal.
    static let isStandardError: Bool = {
        var status = stat()
        // The kernel fills one value.
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        let variable = ProcessEnvironment.variables["JOURNAL_STREAM"]
        return isNamed(by: variable, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }()

    /// Returns true if the variable names this file: a redirection of standard error leaves the variable in place.
    static func isNamed(by variable: String?, device: UInt64, inode: UInt64) -> Bool {
        variable == "\(device):\(inode)"
    }
}
