import Access
import Basics
import FleetStore
import HTTPServer
import PostgreSQL
import Synchronization
import Web

/// Authorizes the requests of members, browsers and programs.
///
/// The database decides again for each request, so that a revocation takes effect at once at all servers.
final class Authorizer: Sendable {
    private let proxyHeader: String?
    private let failures = Mutex(RateLimiter())

    /// - Parameter proxyHeader: the header with the name of a member, from a proxy on the Unix socket; nil for none.
    init(proxyHeader: String?) { self.proxyHeader = proxyHeader }

    /// Runs a route that needs the database.
    ///
    /// - Throws: ``Problem`` if access is denied, or the error of the handler or of the database.
    func run(
        _ route: Route, segments: [String], for request: HTTPRequest, at moment: Moment,
        _ connection: PostgresConnection
    ) throws -> HTTPResponse {
        let audience = route.audience(of: request.method)
        let admission = audience == .visitors ? nil : try admit(request, to: audience, at: moment, connection)
        // On the Unix socket too: the proxy sends the name of the member with any request of the browser.
        try request.checkOrigin()
        let context = RequestContext(
            request: request, segments: segments, moment: moment, admission: admission, database: connection)
        var response = try Router.run(route, context)
        if let session = admission?.renewal {
            response.setCookie(SessionCookie.fleet.value(for: session, isSecure: context.isSecure))
        }
        return response
    }

    /// Records a presented secret that is not valid.
    ///
    /// - Throws: ``Problem`` if the client has to wait.
    func recordFailure(of request: HTTPRequest, at moment: Moment) throws(Problem) {
        guard case .network(let address) = request.origin,
            let wait = failures.withLock({ $0.recordFailure(from: address, at: moment.uptime) })
        else { return }
        throw .tooManyFailures(wait: wait)
    }

    /// Returns what the holder of credentials may see now; nil once they are revoked or have expired.
    func visibility(
        of credential: StreamCredential, at now: Timestamp, _ connection: PostgresConnection
    ) throws -> Visibility? {
        switch credential {
        case .member(let credential):
            return try viewer(of: credential, at: now, FleetAccess(connection)).map { .viewer($0) }
        case .link(let hash): return try FleetAccess(connection).share(of: hash, at: now).map { .share($0) }
        }
    }

    private func admit(
        _ request: HTTPRequest, to audience: RequestContext.Audience, at moment: Moment,
        _ connection: PostgresConnection
    ) throws -> ViewerAdmission {
        let (admission, hasFailed) = try admission(of: request, at: moment.wallClock, connection)
        if hasFailed { try recordFailure(of: request, at: moment) }
        guard let admission else { throw Problem.unauthorized }
        switch audience {
        case .anyone, .visitors, .viewers: break
        case .members:
            guard admission.isMember else { throw Problem.forbidden("restricted to members; fix: sign in") }
        case .administrators:
            guard admission.viewer.isAdmin else { throw Problem.forbidden("restricted to administrators of the fleet") }
        }
        return admission
    }

    /// The name of a proxy decides, or else a token, valid or not, or else a cookie.
    private func admission(
        of request: HTTPRequest, at now: Timestamp, _ connection: PostgresConnection
    ) throws -> (admission: ViewerAdmission?, hasFailed: Bool) {
        let access = FleetAccess(connection)
        func admission(_ credential: ViewerCredential) throws -> ViewerAdmission? {
            try viewer(of: credential, at: now, access).map { ViewerAdmission(viewer: $0, credential: credential) }
        }
        if let name = try proxiedMember(of: request) { return (try admission(.proxy(member: name)), false) }
        if let bearer = Credentials(origin: .network, authorization: request.header("Authorization")).bearer {
            let found = try Secret(bearer).flatMap { try admission(.program(SecretHash($0))) }
            return (found, found == nil)
        }
        let (secrets, isPresent) = SessionCookie.fleet.secrets(in: request.header("Cookie") ?? "")
        for secret in secrets {
            let hash = SecretHash(secret)
            guard var found = try admission(.session(hash)) else { continue }
            if try access.renewSession(hash, at: now) { found.renewal = secret }
            return (found, false)
        }
        return (nil, isPresent)
    }

    private func viewer(
        of credential: ViewerCredential, at now: Timestamp, _ access: FleetAccess
    ) throws(PostgresError) -> FleetViewer? {
        switch credential {
        case .proxy(let name): try access.member(named: name)
        case .session(let hash): try access.viewer(session: hash, at: now)?.viewer
        case .program(let hash): try access.viewer(program: hash, at: now)
        }
    }

    /// Returns a request of anybody but the proxy, whose name of a member is not to be believed.
    func withoutProxyHeader(_ request: HTTPRequest) -> HTTPRequest {
        guard let name = proxyHeader?.lowercased() else { return request }
        var request = request
        request.headers.removeAll { $0.name.lowercased() == name }
        return request
    }

    /// Returns the name that a reverse proxy passes; nil without one.
    ///
    /// The proxy connects to a Unix socket. Two headers mean that it passes on what the client has sent.
    private func proxiedMember(of request: HTTPRequest) throws(Problem) -> String? {
        guard let proxyHeader, request.origin == .local else { return nil }
        let values = request.headers.filter { $0.name.lowercased() == proxyHeader.lowercased() }.map(\.value)
        guard values.count <= 1 else {
            throw .badRequest("\(proxyHeader) is given twice; fix: let the proxy remove it from requests")
        }
        return values.first.flatMap { $0.isEmpty ? nil : $0 }
    }
}
