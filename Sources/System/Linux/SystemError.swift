import CLinux
import Glibc

/// A call to the operating system that failed: which, on what, and why.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call, such as `open`.
    public let call: String
    /// What it was called on: a path or an address; empty where there is none.
    public let subject: String
    /// The value of errno(3).
    public let code: Int32

    /// Makes an error with a known code.
    public init(_ call: String, _ subject: String = "", code: Int32) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    /// Makes an error of the call that has just failed on this thread.
    public static func last(_ call: String, _ subject: String = "") -> SystemError {
        SystemError(call, subject, code: whereismy_errno())
    }

    /// The reason in the words of the C library, such as `No such file or directory`.
    public var reason: String {
        guard let text = unsafe whereismy_error_text(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    /// One line: what failed, on what, and why.
    public var description: String {
        subject.isEmpty ? "\(call): \(reason)" : "\(subject): \(call): \(reason)"
    }
}

extension SystemError {
    /// Whether it says that there is no such file or directory.
    public var isNotFound: Bool { code == ENOENT || code == ENOTDIR }

    /// Whether it says that what is there cannot be read as a file.
    public var isNotRegularFile: Bool { [EISDIR, EINVAL].contains(code) }

    /// Whether it says that nobody reads any more.
    public var isBrokenPipe: Bool { code == EPIPE }

    /// Whether it says that this user may not.
    public var isPermissionDenied: Bool { code == EACCES || code == EPERM }

    /// Whether the call may go through when it is made again: interrupted, or nothing there yet.
    public var isTransient: Bool { [EAGAIN, EINTR].contains(code) }

    /// Whether another socket has the address: EADDRINUSE.
    public var isAddressInUse: Bool { code == EADDRINUSE }
}
