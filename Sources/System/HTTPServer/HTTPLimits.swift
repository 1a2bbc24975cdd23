/// The limits of what clients may consume.
public struct HTTPLimits: Sendable {
    /// The memory of a connection in bytes.
    ///
    /// The request's headers have to fit into about half of it, so some 3.3 KB pass here, of cookies 2.5 KB, several times
    /// what browsers send. A viewer then costs 8 KB in total.
    public var connectionMemory = 7168
    /// The maximum length of a request's target in bytes; above it, there may be no room for its headers.
    ///
    /// There the library (0.9.75) rejects some requests, closes the connection of others silently, and leaves some
    /// hanging.
    var target: Int { connectionMemory / 8 * 7 }
    /// The memory that the library takes for each header, cookie and argument of a request, beside its bytes.
    static let memoryPerHeader = 64
    /// The memory that has to remain for the headers of the response and for parts of the content.
    static let responseMemory = 1536

    /// Returns true if a request of that many bytes leaves room for a response; without it, the library (0.9.75) closes
    /// silently.
    func hasRoom(for head: RequestHead, ofBytes size: Int) -> Bool {
        var (bytes, count) = (size, head.headers.count + Self.arguments(in: head.target))
        for header in head.headers where header.isNamed("cookie") {
            // The library splits a copy of them.
            bytes += header.value.utf8.count
            count += header.value.utf8.count { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") } + 1
        }
        return bytes + count * Self.memoryPerHeader + Self.responseMemory <= connectionMemory
    }

    /// Returns true if a target leaves room for its arguments, which the library parses before the headers.
    func hasRoom(forTarget target: String) -> Bool {
        target.utf8.count + Self.arguments(in: target) * Self.memoryPerHeader <= self.target
    }

    private static func arguments(in target: String) -> Int {
        guard target.utf8.contains(UInt8(ascii: "?")) else { return 0 }
        return target.utf8.count { $0 == UInt8(ascii: "&") } + 1
    }

    /// The maximum number of TCP connections; each uses a descriptor too.
    public var connections = 12_000
    /// The maximum number of local connections, beside those of TCP: TCP clients cannot keep the command out.
    public var localConnections = 256
    /// The maximum number of TCP connections per address, or per /64 network of IPv6.
    ///
    /// Those of this machine are not counted, such as of a reverse proxy.
    public var connectionsPerAddress = 256
    /// The maximum number of pending connections, for creators of listeners.
    ///
    /// With 128, 5,000 simultaneous clients took eight times as long; the kernel caps it at net.core.somaxconn (4096).
    public var backlog: Int32 = 4096
    /// The maximum content of a request in bytes; clients post a few lines of JSON.
    public var body = 16_384
    /// The same on local sockets, which receive lists of places.
    public var localBody = 1 << 20

    /// Returns the content limit for an origin, in bytes.
    func body(from origin: HTTPRequest.Origin) -> Int { origin == .local ? localBody : body }

    /// The time without traffic in either direction after which a connection is closed, in the library's unit of
    /// seconds.
    ///
    /// A pending stream is not idle.
    public var idleSeconds: UInt32 = 30
    /// The maximum time for a complete request, from the connection or the end of the last response.
    ///
    /// Longer than the idle limit, so that it only ends clients that send byte by byte.
    public var request = Duration.seconds(45)
    /// The kernel's send buffer for a client, which the kernel doubles: enough for 2.5 MB/s at 50 ms.
    ///
    /// A client that does not read cannot make the kernel hold megabytes.
    public var sendBuffer: Int32 = 65_536
    /// The same for a stream once it is pending: a viewer that does not read gets the newest event rather than all of
    /// them.
    public var streamSendBuffer: Int32 = 8192

    /// Creates the default limits.
    public init() {}

    /// Descriptors reserved for files, gpsd and the history, however many clients there are.
    private static let reservedDescriptors = 128

    /// Lowers the connection limits to fit the number of descriptors, so that clients cannot prevent files from being
    /// opened.
    public mutating func fit(descriptors: Int) {
        localConnections = max(1, min(localConnections, descriptors / 4))
        connections = max(1, min(connections, descriptors - localConnections - Self.reservedDescriptors))
    }
}
