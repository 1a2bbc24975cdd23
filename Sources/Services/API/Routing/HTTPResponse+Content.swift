import HTTPServer

extension HTTPResponse {
    /// JSON of this moment, which nobody may keep without asking again.
    static func json(_ bytes: [UInt8], _ tag: EntityTag? = nil, status: HTTPStatus = .ok) -> HTTPResponse {
        var headers = [HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-cache, private")]
        if let tag { headers.append(HTTPField("ETag", tag.text)) }
        return HTTPResponse(status, headers: headers, body: .bytes(bytes))
    }

    /// The client has it already.
    static func notModified(_ tag: EntityTag) -> HTTPResponse {
        HTTPResponse(
            .notModified, headers: [HTTPField("ETag", tag.text), HTTPField("Cache-Control", "no-cache, private")])
    }

    /// Events as they come.
    static func events(_ stream: EventStream) -> HTTPResponse {
        let headers = [HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store")]
        return HTTPResponse(headers: headers, body: .stream(stream))
    }

    /// The page that stands still: what it may load stands in the page itself, which is made to be a file too.
    static func staticPage(_ bytes: [UInt8]) -> HTTPResponse {
        var response = page(bytes)
        response.headers.append(HTTPField("Content-Security-Policy", "frame-ancestors 'self'"))
        return response
    }

    /// A page.
    static func page(_ bytes: [UInt8], status: HTTPStatus = .ok) -> HTTPResponse {
        let headers = [HTTPField("Content-Type", "text/html; charset=utf-8"), HTTPField("Cache-Control", "no-store")]
        return HTTPResponse(status, headers: headers, body: .bytes(bytes))
    }
}
