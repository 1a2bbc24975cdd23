/// The method, target and headers of a request.
struct RequestHead {
    var method: HTTPMethod
    var target: String
    var headers: [HTTPField]

    /// Checks for ambiguous framing, which another server or proxy might read differently: the cause of request
    /// smuggling (RFC 9112, sections 6.1, 6.3 and 11.2).
    ///
    /// - Parameters:
    ///   - maxBody: The maximum content in bytes.
    ///   - requiresHost: True if there has to be a host, as in HTTP/1.1 (section 3.2).
    /// - Throws: ``HTTPRequestError``, after which the connection has to be closed.
    func checkFraming(maxBody: Int, requiresHost: Bool) throws(HTTPRequestError) {
        guard method.isWellFormed else { throw .malformed("the method is not a token") }
        var lengths = 0
        var encodings = 0
        var hosts = 0
        for header in headers {
            guard header.isWellFormed else { throw .malformed("a header contains invalid characters") }
            switch header.name.utf8.count {
            case 4 where header.isNamed("host"): hosts += 1
            case 14 where header.isNamed("content-length"):
                lengths += 1
                try Self.checkLength(header.value, limit: maxBody)
            case 17 where header.isNamed("transfer-encoding"):
                encodings += 1
                guard header.value.lowercased() == "chunked" else {
                    throw .malformed("the transfer encoding is not supported; fix: use chunked")
                }
            default: break
            }
        }
        guard lengths + encodings <= 1 else {
            throw .malformed("the length of the content is specified more than once")
        }
        guard hosts <= 1 else { throw .malformed("the request has more than one host") }
        guard hosts == 1 || !requiresHost else { throw .malformed("the request has no host") }
    }

    private static func checkLength(_ value: String, limit: Int) throws(HTTPRequestError) {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .malformed("the length of the content is not a number")
        }
        guard let length = Int(value), length <= limit else { throw .tooLong }
    }

    /// Returns the most bytes that the content has, up to a limit; nil without content.
    ///
    /// - Parameter limit: The limit.
    /// - Returns: The bytes: for chunks, whose length is unknown, the limit.
    func contentLength(atMost limit: Int) -> Int? {
        for header in headers {
            if header.isNamed("transfer-encoding") { return limit }
            if header.isNamed("content-length") {
                let length = min(Int(header.value) ?? limit, limit)
                return length > 0 ? length : nil
            }
        }
        return nil
    }

    /// Returns the complete request.
    ///
    /// - Throws: ``HTTPRequestError`` if the target is malformed, or names another host than the header.
    func request(body: [UInt8], origin: HTTPRequest.Origin) throws(HTTPRequestError) -> HTTPRequest {
        let target = try RequestTarget(target)
        let request = HTTPRequest(
            method: method, path: target.path, query: target.query, headers: headers, body: body, origin: origin)
        if let authority = target.authority {
            guard request.header("Host")?.lowercased() == authority.lowercased() else {
                throw .malformed("the target names a different host than the Host header")
            }
        }
        return request
    }
}

/// A request that the server itself rejects as malformed or too large.
struct HTTPRequestError: Error, Hashable {
    let status: HTTPStatus
    /// The reason, one line.
    let detail: String

    static func malformed(_ detail: String) -> HTTPRequestError {
        HTTPRequestError(status: .badRequest, detail: detail)
    }
    static let tooLong = HTTPRequestError(status: .contentTooLarge, detail: "the content exceeds the server's limit")
    static let failure = HTTPRequestError(status: .internalServerError, detail: "the response could not be sent")
}
