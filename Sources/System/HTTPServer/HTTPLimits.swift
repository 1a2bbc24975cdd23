/// What a client may cost.
public struct HTTPLimits: Sendable {
    /// Bytes that the server keeps for a connection.
    ///
    /// The request's headers have to fit into about half of them, so some 3.3 KB pass here, several times what browsers
    /// send. A viewer then costs 8 KB, with all that belongs to it.
    public var connectionMemory = 7168
    /// Bytes of a request's target, after which there may be no room for its headers.
    ///
    /// Beyond it the library (0.9.75) refuses some, closes the connection of some without a word, and lets some wait.
    var target: Int { connectionMemory / 8 * 7 }
    /// TCP connections at once; each costs a descriptor too.
    public var connections = 12_000
    /// Connections at once on local sockets, on top of those of TCP: these cannot keep the command out.
    public var localConnections = 256
    /// TCP connections at once of one address, of IPv6 one network of 64 bits; those of this machine are not counted,
    /// which a proxy in front would be.
    public var connectionsPerAddress = 256
    /// How many may wait to be accepted, for whoever makes the listeners: with 128 of them 5,000 clients at once took
    /// eight times as long, and the kernel cuts it at net.core.somaxconn (4096).
    public var backlog: Int32 = 4096
    /// Bytes of a request's content; what programs post here is a few lines of JSON.
    public var body = 16_384
    /// The same on local sockets, by which lists of places come.
    public var localBody = 1 << 20

    /// Bytes of a request's content that comes from there.
    func body(from origin: HTTPRequest.Origin) -> Int { origin == .local ? localBody : body }

    /// How long a connection may go without a byte in either direction, in the seconds that the library counts.
    ///
    /// A stream that waits is not idle.
    public var idleSeconds: UInt32 = 30
    /// How long a client may take from connecting, or from the end of the last answer, for a whole request.
    ///
    /// Longer than idling is allowed, so that it ends only those who send byte by byte.
    public var request = Duration.seconds(45)
    /// Bytes that the kernel keeps for a client, of which it takes twice as many: enough for 2.5 MB/s at 50 ms, and a
    /// client that does not read cannot make it hold megabytes.
    public var sendBuffer: Int32 = 65_536
    /// The same for a stream that waits for its next bytes: a viewer that does not read is sent the newest event rather
    /// than all of them.
    public var streamSendBuffer: Int32 = 8192

    /// The limits as they are above.
    public init() {}

    /// Descriptors that are left to files, to gpsd and to the history, however many clients there are.
    private static let reservedDescriptors = 128

    /// No more connections than there are descriptors for, so that clients cannot keep the rest from opening a file.
    public mutating func fit(descriptors: Int) {
        localConnections = max(1, min(localConnections, descriptors / 4))
        connections = max(1, min(connections, descriptors - localConnections - Self.reservedDescriptors))
    }
}
