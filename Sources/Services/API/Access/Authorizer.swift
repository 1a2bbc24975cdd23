import Access
import Basics
import HTTPServer
import Location
import Synchronization
import Web

/// Authorizes requests.
final class Authorizer: Sendable {
    let access: AccessController
    private let mode: AccessMode
    private let hosts: HostRule
    /// The last accepted host: most requests repeat it, and parsing takes time.
    private let lastHost = Mutex<String?>(nil)

    init(access: AccessController, mode: AccessMode, hosts: HostRule) {
        self.access = access
        self.mode = mode
        self.hosts = hosts
    }

    /// Rejects a request for an unknown host name.
    ///
    /// - Throws: ``Problem``.
    func checkHost(of request: HTTPRequest) throws(Problem) {
        guard case .network = request.origin else { return }
        let host = request.header("Host")
        if let host, host == lastHost.withLock({ $0 }) { return }
        guard let host, hosts.allows(host) else {
            throw Problem(
                .misdirectedRequest, code: "unknown-host",
                detail: "unknown host name; fix: add it to names in [http]")
        }
        lastHost.withLock { $0 = host }
    }

    /// Returns the admission of a request; nil for public routes.
    ///
    /// - Throws: ``Problem`` if access is denied.
    func authorize(_ request: HTTPRequest, for route: Route) throws(Problem) -> Admission? {
        guard route.audience(of: request.method) != .anyone else { return nil }
        let admission = access.admission(of: request.credentials, mode: mode)
        if admission.hasFailed, case .network(let address) = request.origin,
            let wait = access.recordFailure(from: address)
        {
            throw Problem(
                .tooManyRequests, code: "too-many-failures",
                detail: "too many failed authentications; fix: wait before the next",
                headers: [HTTPField("Retry-After", "\(max(1, Int(wait.inSeconds.rounded(.up))))")])
        }
        try check(admission, request: request, route: route)
        return admission
    }

    /// Returns true if the credentials of an earlier request are still sufficient.
    func isAuthorized(_ request: HTTPRequest, for audience: Audience) -> Bool {
        audience.includes(access.admission(of: request.credentials, mode: mode).grant, from: request.origin)
    }

    private func check(_ admission: Admission, request: HTTPRequest, route: Route) throws(Problem) {
        let audience = route.audience(of: request.method)
        guard audience.includes(admission.grant, from: request.origin) else {
            if admission.grant != .none {
                throw Problem(.forbidden, code: "forbidden", detail: audience.denial)
            }
            throw Problem(
                .unauthorized, code: "unauthorized",
                detail: "authentication required; fix: whereismy open for a browser, whereismy token add for a program",
                headers: [HTTPField("WWW-Authenticate", "Bearer realm=\"whereismy\"")])
        }
        // A foreign page can make a browser send its cookie here, though it cannot read the response.
        if request.method.isChange, case .network = request.origin,
            !HostRule.isSameOrigin(request.header("Origin"), host: request.header("Host"))
        {
            throw Problem(
                .forbidden, code: "cross-origin", detail: "changes are accepted only from this server's own pages")
        }
    }
}

extension HTTPRequest {
    /// The credentials in its headers.
    fileprivate var credentials: Credentials {
        Credentials(
            origin: origin == .local ? .local : .network, authorization: header("Authorization"),
            cookie: header("Cookie"))
    }
}

extension Audience {
    /// Returns true if a grant belongs to the audience.
    func includes(_ grant: Grant, from origin: HTTPRequest.Origin) -> Bool {
        switch self {
        case .anyone: true
        case .readers: grant.allows(.read)
        case .monitors: grant.allows(.read) || grant.allows(.metrics)
        case .owner: grant == .owner
        case .local: grant == .owner && origin == .local
        }
    }

    /// The reason for denying access to an authenticated client.
    fileprivate var denial: String {
        switch self {
        case .local: "restricted to local users, by the Unix socket; fix: use the command whereismy"
        case .owner: "restricted to the owner; fix: sign in by whereismy open"
        default: "the token lacks the scope; fix: create one with it by whereismy token add"
        }
    }
}
