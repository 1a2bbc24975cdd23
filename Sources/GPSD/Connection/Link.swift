import Linux

/// One TCP connection to gpsd, from the first attempt to its end.
struct Link: ~Copyable {
    /// How many bytes are taken from the socket at once: enough that a flood costs few calls.
    private static let portion = 65_536

    private var connector: Connector
    private var socket: FileDescriptor
    private(set) var isConnected = false

    /// Looks the host up and starts to connect.
    ///
    /// - Throws: ``LinkError`` where there is no such host, or no address of it can be tried.
    init(host: String, port: UInt16) throws(LinkError) {
        var connector = try Self.explained { () throws(ResolveError) in try Connector(host: host, port: port) }
        socket = try Self.explained { () throws(SystemError) in try connector.next() }
        self.connector = connector
    }

    /// What to wait for next.
    var interest: Poll.Interest { isConnected ? .readable(socket) : .writable(socket) }

    /// An attempt has ended: the connection stands, or the next address is tried.
    ///
    /// - Throws: ``LinkError`` when no address is left.
    mutating func finishConnecting() throws(LinkError) {
        guard let failure = TCPSocket.failure(of: socket) else {
            isConnected = true
            return
        }
        connector.note(failure)
        socket = try Self.explained { () throws(SystemError) in try connector.next() }
    }

    /// What gpsd has sent; empty where there was nothing yet.
    ///
    /// - Throws: ``LinkError`` when gpsd has ended the connection, or it broke.
    func read() throws(LinkError) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try socket.read(upTo: Self.portion)
        } catch {
            if error.isTransient { return [] }
            throw LinkError(reason: error.description)
        }
        guard !bytes.isEmpty else { throw LinkError(reason: "gpsd closed the connection") }
        return bytes
    }

    /// Sends a command; they are short, so that a kernel that does not take one whole has a dead peer.
    ///
    /// - Throws: ``LinkError`` when the connection is broken.
    func send(_ command: String) throws(LinkError) {
        let bytes = Array(command.utf8)
        guard let count = try? TCPSocket.send(bytes, to: socket), count == bytes.count else {
            throw LinkError(reason: "gpsd does not take commands any more")
        }
    }

    /// Does something of the operating system's, and says its error in one line.
    private static func explained<Value: ~Copyable, Failure: CustomStringConvertible>(
        _ body: () throws(Failure) -> Value
    ) throws(LinkError) -> Value {
        do {
            return try body()
        } catch {
            throw LinkError(reason: error.description)
        }
    }
}

/// Why a connection could not be made or has ended.
struct LinkError: Error, Hashable, Sendable {
    /// One line for people.
    let reason: String
}
