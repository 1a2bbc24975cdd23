import Glibc

/// A pair of connected sockets.
struct SocketPair: ~Copyable, Sendable {
    let near: FileDescriptor
    let far: FileDescriptor

    /// Creates a pair that child programs do not inherit.
    init() throws(SystemError) {
        var numbers: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // The kernel writes two numbers into an array of two.
        guard unsafe socketpair(AF_UNIX, type, 0, &numbers) == 0 else { throw .last("socketpair") }
        near = FileDescriptor(owning: numbers[0])
        far = FileDescriptor(owning: numbers[1])
    }

    /// Closes the far end here, while another process holds it; reads at the near end then stop when that process
    /// closes it.
    consuming func closeFarEnd() -> FileDescriptor { near }
}
