import CMicroHTTPD

/// One request and its response, between the library and the handler.
///
/// Safe to use: created within a call of the library, during which its connection is valid, and released with it.
@safe struct Exchange {
    let loop: ServerLoop
    let client: HTTPConnection
    private let connection: OpaquePointer

    init(loop: ServerLoop, client: HTTPConnection, connection: OpaquePointer) {
        self.loop = loop
        self.client = client
        unsafe self.connection = connection
    }

    /// Handles the headers; a malformed request is rejected now, so that nothing after it is read.
    func begin(method: String, version: String) -> MHD_Result {
        let head = RequestHead(
            method: HTTPMethod(rawValue: method), target: client.target, headers: headers())
        let size = unsafe whereismy_http_header_size(connection)
        guard loop.limits.hasRoom(for: head, ofBytes: size) else {
            client.rejectHeaders(of: size)
            return .NO
        }
        client.head = head
        client.wantsHeadersOnly = head.method == .head
        client.supportsChunks = version != "HTTP/1.0"
        do throws(HTTPRequestError) {
            try head.checkFraming(
                maxBody: loop.limits.body(from: client.origin) * HTTPConnection.discardFactor,
                requiresHost: client.supportsChunks)
        } catch {
            return sendError(error)
        }
        return admit()
    }

    /// Decides about the content, if there is any.
    ///
    /// The library calls this again once a suspended connection is resumed, and reads no content before.
    func admit() -> MHD_Result {
        if let suspended = client.suspended {
            guard let response = take(suspended) else { return .YES }
            guard response.status.isSuccess else {
                client.admission = .response(response)
                return .YES
            }
        }
        do throws(HTTPRequestError) {
            client.admission = try admission()
        } catch {
            return sendError(error)
        }
        guard case .after(let response) = client.admission else { return .YES }
        wait(for: response)
        return admit()
    }

    /// Asks the server about the content; returns nil to receive it, or if there is none.
    private func admission() throws(HTTPRequestError) -> HTTPAdmission? {
        guard let decide = loop.handlers.admission, let head = client.head,
            let length = head.contentLength(atMost: loop.limits.body(from: client.origin))
        else { return nil }
        return decide(try head.request(body: [], origin: client.origin), length)
    }

    /// Handles the complete request and sends the response.
    ///
    /// The library calls this again once a suspended connection is resumed.
    func finish() -> MHD_Result {
        if let suspended = client.suspended { return take(suspended).map { send($0) } ?? .YES }
        let (limit, refusal) = (client.bodyLimit(within: loop.limits.body(from: client.origin)), client.refusal)
        guard let (head, body) = client.dequeueRequest() else { return .NO }
        loop.requestCompleted(client)
        if let refusal { return send(refusal) }
        guard client.received <= limit else { return sendError(.tooLong) }
        do throws(HTTPRequestError) {
            return send(loop.handlers.handler(try head.request(body: body, origin: client.origin)))
        } catch {
            return sendError(error)
        }
    }

    private func wait(for response: DeferredResponse) {
        client.suspended = unsafe SuspendedExchange(
            response, connection: MHDConnection(connection), signal: loop.signal)
    }

    /// Returns a deferred response; nil if it is not there, and the connection is suspended until it is.
    private func take(_ suspended: SuspendedExchange) -> HTTPResponse? {
        guard let reply = suspended.response.take() else {
            suspended.suspend()
            return nil
        }
        suspended.close()
        client.suspended = nil
        return reply
    }

    /// Returns the headers in order.
    private func headers() -> [HTTPField] {
        var fields: [HTTPField] = []
        fields.reserveCapacity(12)
        // The iterator appends to the array during this call only.
        _ = unsafe withUnsafeMutablePointer(to: &fields) { list in
            unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, appendHeader, list)
        }
        return fields
    }

    private func sendError(_ error: HTTPRequestError) -> MHD_Result {
        send(loop.handlers.errorResponse(error.status, error.detail))
    }

    /// Sends a response; replaced by an error response if the library or the rules do not permit it.
    private func send(_ reply: HTTPResponse) -> MHD_Result {
        if case .deferred(let response) = reply.body {
            wait(for: response)
            return finish()
        }
        if let response = response(to: reply), queue(response, reply.status) { return .YES }
        client.feed?.close()
        client.feed = nil
        let error = HTTPRequestError.failure
        let failure = loop.handlers.errorResponse(error.status, error.detail)
        guard case .bytes = failure.body, let response = response(to: failure) else { return .NO }
        return queue(response, failure.status) ? .YES : .NO
    }

    private func queue(_ response: OutgoingResponse, _ status: HTTPStatus) -> Bool {
        guard (200...599).contains(status.rawValue) else { return false }
        return unsafe MHD_queue_response(connection, UInt32(status.rawValue), response.handle) == .YES
    }

    private func response(to reply: HTTPResponse) -> OutgoingResponse? {
        var response: OutgoingResponse?
        switch reply.body {
        case .bytes(let bytes): return self.response(reply.headers, bytes)
        case .deferred: return nil
        case .stream(let stream):
            if client.wantsHeadersOnly || reply.status.hasNoBody {
                stream.close()
                response = OutgoingResponse(withoutStream: ())
            } else {
                response = OutgoingResponse(feed(stream), isChunked: client.supportsChunks)
            }
        }
        guard response?.add(reply.headers) == true else { return nil }
        return response
    }

    private func response(_ headers: [HTTPField], _ body: [UInt8]) -> OutgoingResponse? {
        if let last = loop.lastResponse.response(headers: headers, body: body) { return last }
        guard let response = OutgoingResponse(body), response.add(headers) else { return nil }
        loop.lastResponse.store(response, headers: headers, body: body)
        return response
    }

    /// Starts to feed a stream to the client.
    private func feed(_ stream: any ByteStream) -> StreamFeed {
        let feed = unsafe StreamFeed(
            stream, connection: MHDConnection(connection),
            socket: StreamSocket(descriptor: client.descriptor, isChunked: client.supportsChunks),
            sendBuffer: loop.limits.streamSendBuffer, signal: loop.signal)
        client.feed = feed
        feed.start()
        return feed
    }
}

/// Appends a header to the array that `Exchange.headers` lends.
private func appendHeader(
    _ list: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
    _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
    let fields = unsafe list?.assumingMemoryBound(to: [HTTPField].self)
    unsafe fields?.pointee.append(HTTPField(text(name, nameSize), text(value, valueSize)))
    return .YES
}

/// The library gives the count, and the bytes are copied at once.
private func text(_ start: UnsafePointer<CChar>?, _ size: Int) -> String {
    unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : size), as: UTF8.self)
}

extension HTTPStatus {
    /// True if no content may follow the headers (RFC 9110, section 6.4.1).
    fileprivate var hasNoBody: Bool { self == .noContent || self == .notModified }

    fileprivate var isSuccess: Bool { (200...299).contains(rawValue) }
}
