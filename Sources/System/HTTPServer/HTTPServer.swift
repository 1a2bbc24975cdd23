public import Linux

/// An HTTP/1.1 server on one thread, which calls the handler and feeds the streams.
public final class HTTPServer: Sendable {
    /// Handles a request on the server's thread, and blocks all other clients meanwhile: long work has to be a
    /// ``ByteStream`` filled by another thread.
    public typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

    /// Decides about the content of a request on the server's thread, given the request without it and the most bytes
    /// that it has; not called for a request without content.
    public typealias Admission = @Sendable (HTTPRequest, _ length: Int) -> HTTPAdmission

    private let signal: WakeSignal
    private let thread: WorkerThread
    /// The pulse of the thread: a handler that blocks keeps it from answering.
    public let pulse: ThreadPulse

    /// Starts to serve.
    ///
    /// - Parameters:
    ///   - listeners: The sockets that clients connect to, retained until the server has stopped.
    ///   - limits: What clients may consume.
    ///   - errorResponse: Returns the response to a request that the server itself rejects, given the reason in one
    ///     line.
    ///   - admission: Decides about the content of each request; nil to receive all within the limits.
    ///   - handler: Returns the responses to all other requests.
    /// - Throws: ``SystemError`` if memory, descriptors or threads are exhausted.
    public init(
        _ listeners: [ListeningSocket], limits: HTTPLimits = HTTPLimits(),
        errorResponse: @escaping @Sendable (HTTPStatus, String) -> HTTPResponse = HTTPServer.plainErrorResponse,
        admission: Admission? = nil, handler: @escaping Handler
    ) throws(SystemError) {
        let signal = try WakeSignal()
        for listener in listeners { try listener.limitSendBuffer(to: limits.sendBuffer) }
        let loop = try ServerLoop(
            listeners, limits: limits, signal: signal,
            handlers: ServerHandlers(handler: handler, errorResponse: errorResponse, admission: admission))
        pulse = loop.pulse
        thread = try WorkerThread(name: "http") { loop.run() }
        self.signal = signal
    }

    deinit {
        stop()
    }

    /// Closes all connections and streams and waits until that is done; repeated calls do nothing.
    ///
    /// Not to be called by the handler or a stream.
    public func stop() {
        signal.stop()
        thread.join()
    }

    /// An error response of one line of plain text.
    public static let plainErrorResponse: @Sendable (HTTPStatus, String) -> HTTPResponse = { status, detail in
        let headers = [HTTPField("Content-Type", "text/plain; charset=utf-8")]
        return HTTPResponse(status, headers: headers, body: .bytes(Array("\(detail)\n".utf8)))
    }
}

/// The sources of responses.
struct ServerHandlers: Sendable {
    let handler: HTTPServer.Handler
    let errorResponse: @Sendable (HTTPStatus, String) -> HTTPResponse
    let admission: HTTPServer.Admission?
}
