import Access
import Basics
import HTTPServer
import Web

/// A request with its routing and authorization.
struct RequestContext: RouteContext {
    enum Audience: RouteAudience {
        /// Everybody: the response contains nothing private.
        case anyone
        /// The owner, and programs with a token of scope `read`.
        case readers
        /// The owner, and programs with a token of scope `metrics` or `read`.
        case monitors
        /// The owner: a signed-in browser or the Unix socket.
        case owner
        /// Clients of the Unix socket.
        case local
    }

    let request: HTTPRequest
    /// The values of the variable path segments.
    let segments: [String]
    /// The admission; nil for a public route or a secret in the path.
    let admission: Admission?
    let moment: Moment

    var isSecure: Bool { request.isSecure }

    var slotOwner: String? {
        guard case .token(let token)? = admission?.grant else { return nil }
        return token.name
    }
}

/// The handlers of one path of the daemon.
typealias Route = ContextRoute<RequestContext>

typealias Router = ContextRouter<RequestContext>

typealias Audience = RequestContext.Audience
