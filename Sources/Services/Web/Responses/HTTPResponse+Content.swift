package import HTTPServer
package import JSON

extension HTTPResponse {
    /// Returns JSON that must be revalidated before it is reused.
    package static func json(_ bytes: [UInt8], _ tag: EntityTag? = nil, status: HTTPStatus = .ok) -> HTTPResponse {
        var headers = [HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-cache, private")]
        if let tag { headers.append(HTTPField("ETag", tag.text)) }
        return HTTPResponse(status, headers: headers, body: .bytes(bytes))
    }

    /// Returns an object of JSON on a line, with the members that the closure writes.
    package static func json(status: HTTPStatus = .ok, _ members: (inout JSONWriter) -> Void) -> HTTPResponse {
        .json(JSONWriter.line(members), status: status)
    }

    /// Returns the response to a client that has the current version.
    package static func notModified(_ tag: EntityTag) -> HTTPResponse {
        HTTPResponse(
            .notModified, headers: [HTTPField("ETag", tag.text), HTTPField("Cache-Control", "no-cache, private")])
    }

    /// Returns content with its entity tag, or 304 to a client that has it; `caching` is the value of `Cache-Control`.
    package static func tagged(
        _ bytes: [UInt8], type: String, caching: String, for request: HTTPRequest, headers: [HTTPField] = []
    ) -> HTTPResponse {
        let tag = EntityTag.of(bytes)
        let headers =
            [HTTPField("Content-Type", type), HTTPField("Cache-Control", caching), HTTPField("ETag", tag.text)]
            + headers
        if tag.matches(request.header("If-None-Match")) { return HTTPResponse(.notModified, headers: headers) }
        return HTTPResponse(headers: headers, body: .bytes(bytes))
    }

    /// Returns a stream of events.
    package static func events(_ stream: any ByteStream) -> HTTPResponse {
        let headers = [HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store")]
        return HTTPResponse(headers: headers, body: .stream(stream))
    }

    /// Returns the metrics in the format of Prometheus.
    package static func metrics(_ text: String) -> HTTPResponse {
        let headers = [HTTPField("Content-Type", MetricsText.mediaType), HTTPField("Cache-Control", "no-store")]
        return HTTPResponse(headers: headers, body: .bytes(Array(text.utf8)))
    }

    /// Returns the static page: its own markup limits what it loads, since it also works as a file.
    package static func staticPage(_ bytes: [UInt8]) -> HTTPResponse {
        var response = page(bytes)
        response.headers.append(HTTPField("Content-Security-Policy", "frame-ancestors 'self'"))
        return response
    }

    /// Returns a page.
    package static func page(_ bytes: [UInt8], status: HTTPStatus = .ok) -> HTTPResponse {
        let headers = [HTTPField("Content-Type", "text/html; charset=utf-8"), HTTPField("Cache-Control", "no-store")]
        return HTTPResponse(status, headers: headers, body: .bytes(bytes))
    }
}
