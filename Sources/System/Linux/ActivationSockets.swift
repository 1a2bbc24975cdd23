/// The sockets of systemd's socket activation, opened before this process started (sd_listen_fds(3)).
public struct ActivationSockets: Hashable, Sendable {
    /// The first descriptor that is passed; the others follow.
    private static let first: Int32 = 3
    /// Above any configuration; a larger number is a mistake.
    private static let maxCount = 64

    /// The numbers of the open descriptors.
    public let numbers: [Int32]

    /// Reads the variables LISTEN_FDS and LISTEN_PID; empty if they are invalid or meant for another process.
    public init(environment: [String: String], processID: Int32) {
        let count = environment["LISTEN_FDS"].flatMap { Int($0) } ?? 0
        let isMine = environment["LISTEN_PID"].flatMap { Int32($0) } == processID
        guard isMine, (1...Self.maxCount).contains(count) else {
            numbers = []
            return
        }
        numbers = (0..<Int32(count)).map { Self.first + $0 }
    }

    /// Takes ownership of the sockets; to be called once, since the owner closes them.
    ///
    /// - Throws: ``SystemError`` of the first that is not a listening socket.
    public func claim() throws(SystemError) -> [ListeningSocket] {
        var sockets: [ListeningSocket] = []
        for number in numbers {
            let descriptor = FileDescriptor(owning: number)
            try descriptor.closeOnExec()
            sockets.append(try ListeningSocket.claiming(descriptor))
        }
        return sockets
    }
}
