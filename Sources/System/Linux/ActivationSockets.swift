/// Sockets that systemd has opened for this process before it started it (sd_listen_fds(3)).
public struct ActivationSockets: Hashable, Sendable {
    /// The first descriptor that is passed; the others follow.
    private static let first: Int32 = 3
    /// More than anybody configures; a larger number is a mistake.
    private static let maxCount = 64

    /// The descriptors, which are open.
    public let numbers: [Int32]

    /// Reads the variables LISTEN_FDS and LISTEN_PID; there are none where they are meant for another process, or
    /// wrong.
    public init(environment: [String: String], processID: Int32) {
        let count = environment["LISTEN_FDS"].flatMap { Int($0) } ?? 0
        let isMine = environment["LISTEN_PID"].flatMap { Int32($0) } == processID
        guard isMine, (1...Self.maxCount).contains(count) else {
            numbers = []
            return
        }
        numbers = (0..<Int32(count)).map { Self.first + $0 }
    }

    /// Takes them over; to be called once, since who takes them closes them.
    ///
    /// - Throws: ``SystemError`` of the first that is no listening socket.
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
