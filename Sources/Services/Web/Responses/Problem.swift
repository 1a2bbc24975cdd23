package import HTTPServer
import JSON

/// The details of an error for programs and people (RFC 9457).
package struct Problem: Error, Hashable, Sendable {
    /// The status of the response.
    package let status: HTTPStatus
    /// One stable word for programs.
    package let code: String
    /// The failure, and the fix.
    package let detail: String
    /// Additional headers.
    package var headers: [HTTPField] = []

    package init(_ status: HTTPStatus, code: String, detail: String, headers: [HTTPField] = []) {
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers
    }

    /// The response with the details.
    package var response: HTTPResponse {
        let body = JSONWriter.object { json in
            json.string("type", "about:blank")
            json.string("title", status.title)
            json.integer("status", status.rawValue)
            json.string("detail", detail)
            json.string("code", code)
        }
        let type = HTTPField("Content-Type", "application/problem+json")
        return HTTPResponse(
            status, headers: headers + [type, HTTPField("Cache-Control", "no-store")], body: .bytes(body))
    }
}

extension Problem {
    /// Creates the problem of an invalid request.
    package static func badRequest(_ detail: String) -> Problem {
        Problem(.badRequest, code: "bad-request", detail: detail)
    }

    /// Creates the problem of an unknown path or resource.
    package static func notFound(_ detail: String) -> Problem { Problem(.notFound, code: "not-found", detail: detail) }

    /// Each long response takes a thread.
    package static let busy = Problem(
        .serviceUnavailable, code: "busy", detail: "too many long responses in progress; fix: retry in a second",
        headers: [HTTPField("Retry-After", "1")])

    /// Creates the problem of a method that the path does not have.
    package static func methodNotAllowed(_ method: HTTPMethod, allowed: [HTTPMethod]) -> Problem {
        let allow = allowed.map(\.rawValue).joined(separator: ", ")
        return Problem(
            .methodNotAllowed, code: "method-not-allowed",
            detail: "\(method.rawValue) is not supported here; supported: \(allow)",
            headers: [HTTPField("Allow", allow)])
    }
}

extension HTTPStatus {
    /// The name in RFC 9110, section 15; the number of an unused status.
    package var title: String {
        switch self {
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .notAcceptable: "Not Acceptable"
        case .conflict: "Conflict"
        case .gone: "Gone"
        case .contentTooLarge: "Content Too Large"
        case .unsupportedMediaType: "Unsupported Media Type"
        case .misdirectedRequest: "Misdirected Request"
        case .tooManyRequests: "Too Many Requests"
        case .internalServerError: "Internal Server Error"
        case .serviceUnavailable: "Service Unavailable"
        default: "\(rawValue)"
        }
    }
}
