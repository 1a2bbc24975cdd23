import CLinux
import Glibc

/// The address of a local socket: a path (unix(7)).
struct LocalAddress {
    /// The maximum length of a path in bytes; the kernel wants a NUL after it.
    static let maxPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private var address = sockaddr_un()

    /// Creates an address.
    ///
    /// - Throws: ``SystemError``, `ENAMETOOLONG` if the path does not fit, `ENOENT` if it is empty.
    init(_ path: String) throws(SystemError) {
        let bytes = Array(path.utf8)
        guard bytes.count <= Self.maxPathLength else { throw SystemError("bind", path, code: ENAMETOOLONG) }
        guard !bytes.isEmpty, !bytes.contains(0) else { throw SystemError("bind", path, code: ENOENT) }
        address.sun_family = sa_family_t(AF_UNIX)
        // The path is shorter than the field, as checked above, and the field is all zeros.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Creates a non-blocking local socket.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    static func socket() throws(SystemError) -> FileDescriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = Glibc.socket(AF_UNIX, type, 0)
        guard number >= 0 else { throw .last("socket") }
        return FileDescriptor(owning: number)
    }

    /// Passes the address to `bind` or `connect`.
    mutating func call(
        _ descriptor: borrowing FileDescriptor, _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) -> Int32 {
        let number = descriptor.number
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        // The address is a sockaddr_un of that length and outlives the call.
        return unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe call(number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
        }
    }
}
