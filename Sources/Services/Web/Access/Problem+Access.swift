package import Access
import Basics
import HTTPServer

extension Problem {
    /// Creates the problem of an error.
    package init(_ error: AccessError) {
        let status: HTTPStatus =
            switch error.kind {
            case .invalid: .badRequest
            case .exists, .fixed, .full: .conflict
            case .absent: .notFound
            case .unavailable: .serviceUnavailable
            }
        self.init(status, code: error.kind.rawValue, detail: error.description)
    }

    /// Creates the problem of a request without valid credentials, of which `fix` explains how to get some.
    package static func unauthorized(realm: String, fix: String) -> Problem {
        Problem(
            .unauthorized, code: "unauthorized", detail: "authentication required; fix: \(fix)",
            headers: [HTTPField("WWW-Authenticate", "Bearer realm=\"\(realm)\"")])
    }

    /// Creates the problem of a client that is known, but may not have what it asks for.
    package static func forbidden(_ detail: String) -> Problem {
        Problem(.forbidden, code: "forbidden", detail: detail)
    }

    /// Creates the problem of an address with too many failures, which has to wait.
    package static func tooManyFailures(wait: Duration) -> Problem {
        Problem(
            .tooManyRequests, code: "too-many-failures",
            detail: "too many failed authentications; fix: wait before the next",
            headers: [HTTPField("Retry-After", "\(max(1, Int(wait.inSeconds.rounded(.up))))")])
    }

    /// The problem of an expired, revoked or unknown share: the same for all of them, and for every path.
    package static let expiredLink = Problem(
        .gone, code: "expired", detail: "the link has expired; fix: ask whoever sent it for a new one")
}
