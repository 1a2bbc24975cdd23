public import Linux

/// A server of HTTP/1.1 on some sockets: one thread, which asks the handler and feeds the streams.
public final class HTTPServer: Sendable {
    /// Answers a request; it is called on the server's thread and holds up everybody else for as long as it takes, so
    /// long work has to be a ``ByteStream`` that another thread fills.
    public typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

    private let signal: LoopSignal
    private let thread: WorkerThread

    /// Starts to serve.
    ///
    /// - Parameters:
    ///   - listeners: Where clients connect; kept until the server has stopped.
    ///   - limits: What a client may cost.
    ///   - refusal: Answers a request that the server refuses by itself, given why in one line.
    ///   - handler: Answers all others.
    /// - Throws: ``SystemError`` where memory, descriptors or threads are out.
    public init(
        _ listeners: [ListeningSocket], limits: HTTPLimits = HTTPLimits(),
        errorResponse: @escaping @Sendable (HTTPStatus, String) -> HTTPResponse = HTTPServer.plainErrorResponse,
        handler: @escaping Handler
    ) throws(SystemError) {
        let signal = try LoopSignal()
        for listener in listeners { try listener.limitSendBuffer(to: limits.sendBuffer) }
        let loop = try ServerLoop(
            listeners, limits: limits, signal: signal, ServerHandlers(handler: handler, refusal: errorResponse))
        thread = try WorkerThread(name: "http") { loop.run() }
        self.signal = signal
    }

    deinit {
        stop()
    }

    /// Cuts all connections, ends all streams and waits until that is done; the second time there is nothing to do.
    ///
    /// Not to be called by the handler or a stream.
    public func stop() {
        signal.stop()
        thread.join()
    }

    /// A refusal as a line of text.
    public static let plainErrorResponse: @Sendable (HTTPStatus, String) -> HTTPResponse = { status, detail in
        let headers = [HTTPField("Content-Type", "text/plain; charset=utf-8")]
        return HTTPResponse(status, headers: headers, body: .bytes(Array("\(detail)\n".utf8)))
    }
}

/// Who says what to answer.
struct ServerHandlers: Sendable {
    let handler: HTTPServer.Handler
    let refusal: @Sendable (HTTPStatus, String) -> HTTPResponse
}
