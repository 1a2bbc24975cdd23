import Linux

/// The server's state of a connection; accessed by the server's thread only.
final class HTTPConnection {
    /// The socket; the library closes it after it has reported the end of the connection.
    let descriptor: Int32
    /// The client's address; nil for a local socket.
    let peer: PeerAddress?
    /// The uptime since when the next request is awaited; nil while one is answered.
    var waitingSince: Duration?
    /// The request in progress; nil before its headers are complete, and once it is answered, since viewers stay
    /// connected.
    var head: RequestHead?
    /// True for a HEAD request.
    var wantsHeadersOnly = false
    /// True if the client supports chunked encoding: HTTP/1.1 and what the library accepts beyond it.
    var supportsChunks = false
    /// The raw request target, before the library decodes it.
    var target = ""
    /// True if a request was rejected for its target or headers: neither it nor any request behind it is handled.
    private(set) var isRejected = false
    /// The treatment of the content; nil to receive it within the server's limits.
    var admission: HTTPAdmission?
    /// The content received so far.
    var body: [UInt8] = []
    /// The number of content bytes received, discarded ones included.
    var received = 0
    /// The feed of a streamed response.
    var feed: StreamFeed?
    /// The wait for a deferred response; nil once it is there.
    var suspended: SuspendedExchange?

    init(descriptor: Int32, peer: PeerAddress?, now: Duration) {
        self.descriptor = descriptor
        self.peer = peer
        waitingSince = now
    }

    var origin: HTTPRequest.Origin { peer.map { .network(address: $0.text) } ?? .local }

    /// Appends a part of the content; returns false if the connection has to be cut.
    ///
    /// Content above the limit, or refused, is read and discarded up to a point, since a client that is still sending would
    /// not see the response.
    func append(_ part: UnsafeBufferPointer<CChar>, limit: Int) -> Bool {
        received += part.count
        if received <= bodyLimit(within: limit) {
            // The part belongs to the library, and is copied at once.
            unsafe body.append(contentsOf: UnsafeRawBufferPointer(part))
        } else {
            body = []
        }
        return received <= limit * Self.discardFactor
    }

    /// Returns the number of content bytes that may be held, given the server's limit.
    func bodyLimit(within limit: Int) -> Int {
        switch admission {
        case .content(let own, _): min(own, limit)
        case .response, .after: 0
        case nil: limit
        }
    }

    /// The response to a request whose content is discarded.
    var refusal: HTTPResponse? {
        if case .response(let response) = admission { response } else { nil }
    }

    /// The content read before the connection is cut, as a multiple of the limit.
    static let discardFactor = 16

    /// Rejects a request for its target.
    func rejectTarget() { reject("414 URI Too Long", what: "address exceeds") }

    /// Rejects a request for its headers of that many bytes, which leave no memory for a response; for its target, where
    /// that has most of them.
    func rejectHeaders(of size: Int) {
        guard target.utf8.count <= size / 2 else { return rejectTarget() }
        reject("431 Request Header Fields Too Large", what: "headers exceed")
    }

    /// Rejects a request with a response that bypasses the library, and ends the connection.
    private func reject(_ status: String, what: String) {
        isRejected = true
        let page = "<!DOCTYPE html><title>Too long</title><p>The \(what) the server's limit.\n"
        let head = "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n"
        // It fits unless a response is in flight; a client that has left does not get it.
        if let socket = try? FileDescriptor.duplicate(of: descriptor) {
            _ = try? TCPSocket.send(Array("\(head)Connection: close\r\n\r\n\(page)".utf8), to: socket)
        }
        TCPSocket.shutDown(descriptor)
    }

    /// Resumes the connection, which the library would not close otherwise.
    func prepareToStop() {
        feed?.prepareToStop()
        suspended?.wake()
    }

    /// Clears the state of the answered request.
    func reset() {
        feed?.close()
        feed = nil
        suspended?.close()
        suspended = nil
        _ = dequeueRequest()
        received = 0
    }

    /// Removes and returns the request, and gives back the room of its content; nil if its headers never arrived.
    func dequeueRequest() -> (head: RequestHead, body: [UInt8])? {
        defer {
            head = nil
            target = ""
            body = []
            admission = nil
        }
        return head.map { ($0, body) }
    }
}
