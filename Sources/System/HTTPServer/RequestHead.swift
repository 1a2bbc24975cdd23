
/// A request before its content.
struct RequestHead {
    var method: HTTPMethod
    var target: String
    var headers: [HTTPField]

    /// Checks what another server or proxy might read otherwise than this one, which is how requests are smuggled past
    /// it (RFC 9112, sections 6.1, 6.3 and 11.2).
    ///
    /// - Parameters:
    ///   - longestBody: bytes of content, at most.
    ///   - needsHost: whether there has to be a host, as in HTTP/1.1 (section 3.2).
    /// - Throws: ``HTTPRequestError``, after which the connection has to be closed.
    func checkFraming(maxBody: Int, requiresHost: Bool) throws(HTTPRequestError) {
        guard method.isWellFormed else { throw .malformed("the method is no token") }
        var lengths = 0
        var encodings = 0
        var hosts = 0
        for header in headers {
            guard header.isWellFormed else { throw .malformed("a header has characters that none may have") }
            switch header.name.utf8.count {
            case 4 where header.isNamed("host"): hosts += 1
            case 14 where header.isNamed("content-length"):
                lengths += 1
                try Self.checkLength(header.value, limit: maxBody)
            case 17 where header.isNamed("transfer-encoding"):
                encodings += 1
                guard header.value.lowercased() == "chunked" else {
                    throw .malformed("the only transfer encoding that is read is chunked")
                }
            default: break
            }
        }
        guard lengths + encodings <= 1 else { throw .malformed("the length of the content is given more than once") }
        guard hosts <= 1 else { throw .malformed("there is more than one host") }
        guard hosts == 1 || !requiresHost else { throw .malformed("there is no host") }
    }

    private static func checkLength(_ value: String, limit longest: Int) throws(HTTPRequestError) {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .malformed("the length of the content is no number")
        }
        guard let length = Int(value), length <= longest else { throw .tooLong }
    }

    /// The whole request.
    ///
    /// - Throws: ``HTTPRequestError`` where the target cannot be understood, or names another host than the header.
    func request(body: [UInt8], origin: HTTPRequest.Origin) throws(HTTPRequestError) -> HTTPRequest {
        let target = try RequestTarget(target)
        let request = HTTPRequest(
            method: method, path: target.path, query: target.query, headers: headers, body: body, origin: origin)
        if let authority = target.authority {
            guard request.header("Host")?.lowercased() == authority.lowercased() else {
                throw .malformed("the address names another host than the header does")
            }
        }
        return request
    }
}
