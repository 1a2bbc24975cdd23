package import HTTPServer

/// The common parts of all responses of a server: compression, security headers, and the answers to failures.
package struct ServerResponses: Sendable {
    /// Returns the problem of an error that the client has to know; nil for any other.
    package typealias Translation = @Sendable (any Error) -> Problem?

    private let compressor = Compressor()
    private let headers: SecurityHeaders
    private let log: RequestLog
    private let pages: ProblemPages
    private let translate: Translation

    /// Creates the responses of a server.
    ///
    /// - Parameters:
    ///   - tiles: the URL of map tiles of another server; nil for none.
    ///   - pages: the pages for browsers in place of problem documents.
    ///   - log: receives the failures that are not the client's fault.
    ///   - translate: returns the problem of an error of the server's own kinds; nil for any other.
    package init(
        tiles: String?, pages: ProblemPages, log: RequestLog, translate: @escaping Translation
    ) {
        headers = SecurityHeaders(tileURLs: tiles.map { [$0] } ?? [])
        (self.pages, self.log, self.translate) = (pages, log, translate)
    }

    /// Returns the response that a closure makes, or the one to its error, as it is sent.
    package func respond(to request: HTTPRequest, _ make: () throws -> HTTPResponse) -> HTTPResponse {
        var response: HTTPResponse
        do { response = try make() } catch { response = failure(error, of: request) }
        // A deferred response passes this again once it is made.
        if case .deferred = response.body { return response }
        compressor.compress(&response, for: request)
        headers.apply(to: &response)
        return response
    }

    /// Returns the response to a request that the server rejects before routing.
    package func refusal(_ status: HTTPStatus, detail: String) -> HTTPResponse {
        var response = Problem(status, code: "refused", detail: detail).response
        headers.apply(to: &response)
        return response
    }

    /// Returns the response to a request that failed; the journal has the reason of what is not the client's fault.
    private func failure(_ error: any Error, of request: HTTPRequest) -> HTTPResponse {
        if let problem = error as? Problem { return pages.response(to: request, problem) }
        if let problem = translate(error) { return problem.response }
        log.report("\(error)", method: request.method, path: LoggedPath(request.path))
        return Problem(.internalServerError, code: "failed", detail: "internal error; see the journal").response
    }
}
