import CLinux
import Glibc

/// A failed system call: the call, its subject and the reason.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call, such as `open`.
    public let call: String
    /// The path or address it was called on; empty if there is none.
    public let subject: String
    /// The value of errno(3).
    public let code: Int32

    /// Creates an error with a known code.
    public init(_ call: String, _ subject: String = "", code: Int32) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    /// Creates an error from the errno of the last call on this thread.
    public static func last(_ call: String, _ subject: String = "") -> SystemError {
        SystemError(call, subject, code: whereismy_errno())
    }

    /// The reason as the text of the C library, such as `No such file or directory`.
    public var reason: String {
        guard let text = unsafe whereismy_error_text(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    /// One line: the subject, the call and the reason.
    public var description: String {
        subject.isEmpty ? "\(call): \(reason)" : "\(subject): \(call): \(reason)"
    }
}

extension SystemError {
    /// True if there is no such file or directory.
    public var isNotFound: Bool { code == ENOENT || code == ENOTDIR }

    /// True if the path cannot be read as a file.
    public var isNotRegularFile: Bool { [EISDIR, EINVAL].contains(code) }

    /// True if the path leads to a directory.
    public var isDirectory: Bool { code == EISDIR }

    /// True if the reader has closed the pipe or socket.
    public var isBrokenPipe: Bool { code == EPIPE }

    /// True if permission is denied.
    public var isPermissionDenied: Bool { code == EACCES || code == EPERM }

    /// True if a retry may succeed: the call was interrupted, or would block.
    public var isTransient: Bool { [EAGAIN, EINTR].contains(code) }

    /// True if another socket has the address: EADDRINUSE.
    public var isAddressInUse: Bool { code == EADDRINUSE }

    /// True if the name is taken already.
    public var isAlreadyPresent: Bool { code == EEXIST }

    /// True if two paths are on different file systems.
    public var isCrossDevice: Bool { code == EXDEV }

    /// True if a file exceeds a size limit.
    public var isFileTooLarge: Bool { code == EFBIG }
}
