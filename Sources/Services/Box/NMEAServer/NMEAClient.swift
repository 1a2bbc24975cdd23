import Linux

/// A client of a listening destination.
final class NMEAClient {
    /// The kernel's send buffer in bytes, the smallest there is: what waits in it is old when it is read.
    private static let sendBuffer: Int32 = 2048
    /// The number of bytes of a client that are discarded at a time; the rest waits and fills its own buffers.
    private static let maxInput = 65_536

    /// The name of its descriptor in the store.
    let storedName: String
    /// Its address, or IPv6 network; nil for this machine, and for a client of an earlier process.
    let network: String?
    private let socket: ClientSocket
    /// The time after which a client that reads nothing is dropped; nil for never.
    private let patience: Duration?
    private var unsent: [UInt8] = []
    private var blockedSince: Duration?

    init(_ socket: ClientSocket, of network: String? = nil, storedName: String, patience: Duration?) {
        self.socket = socket
        self.network = network
        self.storedName = storedName
        self.patience = patience
        try? SocketOption.sendBuffer.set(Self.sendBuffer, on: socket.number)
    }

    /// Sends sentences, or skips them if the client has not read the earlier ones.
    ///
    /// The rest of sentences that the kernel took in part is sent first, so that each arrives whole.
    ///
    /// - Returns: false if the connection has ended, or the client has read nothing for too long.
    func send(_ bytes: [UInt8], at uptime: Duration) -> Bool {
        socket.discardInput(upTo: Self.maxInput)
        do throws(SystemError) {
            if !unsent.isEmpty { unsent.removeFirst(try socket.send(unsent)) }
            if unsent.isEmpty {
                let count = try socket.send(bytes)
                if count > 0 {
                    unsent = Array(bytes[count...])
                    blockedSince = nil
                    return true
                }
            }
        } catch {
            return false
        }
        let since = blockedSince ?? uptime
        blockedSince = since
        return patience.map { uptime - since < $0 } ?? true
    }

    /// Ends the connection, also for the service manager that has stored it.
    func shutDown() { socket.shutDown() }
}
