import CLinux
import Glibc

/// The standard streams of a program, which it does not own.
public enum StandardStream: Int32, Sendable {
    /// Standard output, for results.
    case output = 1
    /// Standard error, for diagnostics.
    case error = 2

    /// True if the stream is a terminal.
    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The width of the terminal in columns; nil if the stream is not one or does not report it.
    public var columns: Int? {
        var size = winsize()
        // The kernel fills one value.
        guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes all the bytes at once, unbuffered.
    ///
    /// - Throws: ``SystemError`` with the reason of `write`; `EPIPE` if the reader has closed the stream.
    public func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
        do {
            try FileDescriptor(fcntl(rawValue, F_DUPFD_CLOEXEC, 0), of: "write").write(bytes)
        } catch {
            throw SystemError("write", "standard \(self)", code: error.code)
        }
    }
}

/// The standard input of a program, for the answers of people.
public enum StandardInput {
    /// True if it is a terminal.
    public static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}
