import Access
import Basics
import FleetStore
import HTTPServer
import PostgreSQL
import Synchronization
import Web

/// Authorizes the requests of members, browsers and programs.
///
/// The database decides anew for each request, so that a revocation takes effect at once at all servers.
final class FleetAuthorizer: Sendable {
    private let proxyHeader: String?
    private let failures = Mutex(RateLimiter())

    /// - Parameter proxyHeader: the header with the name of a member, from a proxy on the Unix socket; nil for none.
    init(proxyHeader: String?) {
        self.proxyHeader = proxyHeader
    }

    /// Runs a route that needs the database.
    ///
    /// - Throws: ``Problem`` if access is denied, or the error of the handler or of the database.
    func run(
        _ route: FleetRoute, segments: [String], for request: HTTPRequest, at moment: Moment,
        _ connection: PostgresConnection
    ) throws -> HTTPResponse {
        let audience = route.audience(of: request.method)
        let admission = audience == .visitors ? nil : try admit(request, to: audience, at: moment, connection)
        try checkOrigin(of: request)
        let context = FleetContext(
            request: request, segments: segments, moment: moment, admission: admission, database: connection)
        var response = try FleetRouter.run(route, context)
        if let session = admission?.renewal {
            let cookie = FleetCookie.value(for: session, isSecure: request.isSecureForFleet)
            response.headers.append(HTTPField("Set-Cookie", cookie))
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
        throw Problem(
            .tooManyRequests, code: "too-many-failures",
            detail: "too many failed authentications; fix: wait before the next",
            headers: [HTTPField("Retry-After", "\(max(1, Int(wait.inSeconds.rounded(.up))))")])
    }

    /// Returns what the holder of credentials may see now; nil once they are revoked or have expired.
    func sight(
        of credential: FleetStreamCredential, at now: Timestamp, _ connection: PostgresConnection
    ) throws -> FleetSight? {
        switch credential {
        case .member(let credential):
            return try viewer(of: credential, at: now, FleetAccess(connection)).map { .viewer($0) }
        case .link(let hash): return try FleetAccess(connection).share(of: hash, at: now).map { .share($0) }
        }
    }

    private func admit(
        _ request: HTTPRequest, to audience: FleetContext.Audience, at moment: Moment, _ connection: PostgresConnection
    ) throws -> FleetAdmission {
        let (admission, hasFailed) = try admission(of: request, at: moment.wallClock, connection)
        if hasFailed { try recordFailure(of: request, at: moment) }
        guard let admission else { throw Problem.unauthorized }
        switch audience {
        case .anyone, .visitors, .viewers: break
        case .members:
            guard admission.isMember else { throw Problem.forbidden("restricted to members; fix: sign in") }
        case .administrators:
            guard admission.viewer.isAdmin else {
                throw Problem.forbidden("restricted to administrators of the fleet")
            }
        }
        return admission
    }

    /// The name of a proxy decides, or else a token, valid or not, or else a cookie.
    private func admission(
        of request: HTTPRequest, at now: Timestamp, _ connection: PostgresConnection
    ) throws -> (admission: FleetAdmission?, hasFailed: Bool) {
        let access = FleetAccess(connection)
        func admission(_ credential: FleetCredential) throws -> FleetAdmission? {
            try viewer(of: credential, at: now, access).map { FleetAdmission(viewer: $0, credential: credential) }
        }
        if let name = try proxiedMember(of: request) { return (try admission(.proxy(member: name)), false) }
        if let bearer = request.bearer {
            let found = try Secret(bearer).flatMap { try admission(.program(SecretHash($0))) }
            return (found, found == nil)
        }
        let (secrets, isPresent) = FleetCookie.secrets(in: request.header("Cookie") ?? "")
        for secret in secrets {
            let hash = SecretHash(secret)
            guard var found = try admission(.session(hash)) else { continue }
            if try access.renewSession(hash, at: now) { found.renewal = secret }
            return (found, false)
        }
        return (nil, isPresent)
    }

    private func viewer(
        of credential: FleetCredential, at now: Timestamp, _ access: FleetAccess
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

    /// A foreign page can make a browser send its cookie here, or make the proxy send the member's name.
    private func checkOrigin(of request: HTTPRequest) throws(Problem) {
        guard request.method.isChange, !HostRule.isSameOrigin(request.header("Origin"), host: request.header("Host"))
        else { return }
        throw Problem(
            .forbidden, code: "cross-origin", detail: "changes are accepted only from this server's own pages")
    }
}

extension HTTPRequest {
    /// The text after `Bearer` (RFC 6750, section 2.1), in any case; nil for other schemes.
    fileprivate var bearer: Substring? {
        guard let authorization = header("Authorization"), let space = authorization.firstIndex(of: " "),
            authorization[..<space].lowercased() == "bearer"
        else { return nil }
        return authorization[space...].drop { $0 == " " }
    }

    /// True if the browser uses HTTPS, according to a reverse proxy on this machine or on the Unix socket.
    var isSecureForFleet: Bool {
        isSecure || origin == .local && header("X-Forwarded-Proto")?.lowercased() == "https"
    }
}
