import CLinux
import Glibc

/// The descriptors that a program is started with and does not own.
public enum StandardStream: Int32, Sendable {
    /// Where answers go.
    case output = 1
    /// Where complaints go.
    case error = 2

    /// Whether somebody watches it on a terminal.
    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Characters in a row of the terminal that it is; nil where it is none, or does not say.
    public var columns: Int? {
        var size = winsize()
        // The kernel fills the one value whose address it gets.
        guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes all the bytes at once, past every buffer.
    ///
    /// - Throws: ``SystemError`` with the reason of `write`; `EPIPE` when nobody reads any more.
    public func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
        let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last("write", "standard \(self)") }
        do {
            try FileDescriptor(owning: copy).write(bytes)
        } catch {
            throw SystemError("write", "standard \(self)", code: error.code)
        }
    }
}
