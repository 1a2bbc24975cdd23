import Linux

/// What the server knows of a connection; touched by the server's thread alone.
final class HTTPConnection {
    /// The socket, which the library closes after it has told that the connection is closed.
    let descriptor: Int32
    /// Who is at the other end; nil for a local socket.
    let peer: PeerAddress?
    /// Since when the next request is waited for, by the machine's uptime; nil while one is answered.
    var waitingSince: Duration?
    /// The request that is being read; nil before its headers are complete, and once it is answered, since viewers stay.
    var head: RequestHead?
    /// Whether the headers alone are wanted.
    var wantsHeadersOnly = false
    /// Whether the client understands chunks: HTTP/1.1.
    var supportsChunks = false
    /// What stands between method and version, from before the library takes it apart.
    var target = ""
    /// Whether a request was refused for its target, so that nothing of it may be done, nor of what comes behind it.
    private(set) var isRejected = false
    /// The content so far.
    var body: [UInt8] = []
    /// How many bytes of content have come, also of such that is not kept.
    var received = 0
    /// What is answered, where that is a stream.
    var feed: StreamFeed?

    init(descriptor: Int32, peer: PeerAddress?, now: Duration) {
        self.descriptor = descriptor
        self.peer = peer
        waitingSince = now
    }

    var origin: HTTPRequest.Origin { peer.map { .network(address: $0.text) } ?? .local }

    /// Takes a part of the content; answers whether the client may go on.
    ///
    /// More than is allowed is read and thrown away up to a point, since a client that is still sending would not see
    /// the answer.
    func append(_ part: UnsafeBufferPointer<CChar>, limit: Int) -> Bool {
        received += part.count
        if received <= limit {
            // The part is the library's, and copied at once.
            unsafe body.append(contentsOf: UnsafeRawBufferPointer(part))
        } else {
            body = []
        }
        return received <= limit * Self.discardFactor
    }

    /// How many times the longest content is read before the connection is cut.
    static let discardFactor = 16

    /// Refuses a request for its target, by a word that does not go through the library, and ends the connection.
    func rejectTarget() {
        isRejected = true
        let page = "<!DOCTYPE html><title>Too long</title><p>The address is longer than this server reads.\n"
        let head = "HTTP/1.1 414 URI Too Long\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n"
        // It fits where nothing else is on its way; who is gone is not told.
        if let socket = try? FileDescriptor.duplicate(of: descriptor) {
            _ = try? TCPSocket.send(Array("\(head)Connection: close\r\n\r\n\(page)".utf8), to: socket)
        }
        TCPSocket.shutDown(descriptor)
    }

    /// Forgets the request that has been answered.
    func reset() {
        feed?.close()
        feed = nil
        _ = dequeueRequest()
        received = 0
    }

    /// Gives the request away; nil where its headers never came.
    func dequeueRequest() -> (head: RequestHead, body: [UInt8])? {
        defer {
            head = nil
            target = ""
            body = []
        }
        return head.map { ($0, body) }
    }
}
