import Basics
import FleetStore
import HTTPServer
import PostgreSQL
import Web

/// A request with its routing, its authorization and the database, on a thread that may wait for it.
struct RequestContext: RouteContext {
    /// The clients that a route is for.
    enum Audience: RouteAudience {
        /// Everybody: the response contains nothing private.
        case anyone
        /// Everybody; the response needs the database.
        case visitors
        /// Members and programs with a token.
        case viewers
        /// Members who are signed in, not programs.
        case members
        /// Members who administer the fleet.
        case administrators
    }

    let request: HTTPRequest
    /// The values of the variable path segments.
    let segments: [String]
    /// The time of the request.
    let moment: Moment
    /// The admission; nil for a public route.
    let admission: ViewerAdmission?
    /// The connection; nil for a route that needs none.
    let database: PostgresConnection?

    /// True if the browser uses HTTPS, according to a reverse proxy on this machine or on the Unix socket.
    var isSecure: Bool {
        request.isSecure || request.origin == .local && request.header("X-Forwarded-Proto")?.lowercased() == "https"
    }

    /// The member, whose programs and browsers count together.
    var slotOwner: String? { admission?.viewer.name }

    /// The address of this server as the browser has it, such as `http://fleet:8948`; nil without `Host`.
    var address: String? { request.header("Host").map { "\(isSecure ? "https" : "http")://\($0)" } }

    /// The connection.
    ///
    /// - Throws: ``Problem`` on a route for ``Audience/anyone``, which has none.
    func connection() throws(Problem) -> PostgresConnection {
        guard let database else { throw .databaseAway }
        return database
    }

    /// True for a browser that can sign out.
    var hasSession: Bool {
        if case .session? = admission?.credential { true } else { false }
    }

    /// The rights of the client.
    ///
    /// - Throws: ``Problem`` on a route for everybody.
    func viewer() throws(Problem) -> FleetViewer {
        guard let admission else { throw .unauthorized }
        return admission.viewer
    }
}

/// The handlers of one path of the fleet.
typealias Route = ContextRoute<RequestContext>

/// The routes of the fleet.
typealias Router = ContextRouter<RequestContext>
