import Glibc

/// Two sockets of which each reads what is written to the other.
struct SocketPair: ~Copyable, Sendable {
    let near: FileDescriptor
    let far: FileDescriptor

    /// Makes a pair that programs started by this process do not inherit.
    init() throws(SystemError) {
        var numbers: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // The kernel writes two numbers into an array of two.
        guard unsafe socketpair(AF_UNIX, type, 0, &numbers) == 0 else { throw .last("socketpair") }
        near = FileDescriptor(owning: numbers[0])
        far = FileDescriptor(owning: numbers[1])
    }

    /// Closes the far end here, where another process has it too; what is read at the near one then ends with that.
    consuming func closeFarEnd() -> FileDescriptor { near }
}
