import Access
import Basics
import HTTPServer
import Location
import Synchronization

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
                detail: "this server does not go by that name: names in [http] says which it goes by")
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
                .tooManyRequests, code: "too-many-failures", detail: "too many secrets that are none: wait before the next",
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
                throw Problem(.forbidden, code: "forbidden", detail: audience.refusal)
            }
            throw Problem(
                .unauthorized, code: "unauthorized",
                detail: "say who you are: a browser by the link of whereismy open, a program by a token of whereismy token add",
                headers: [HTTPField("WWW-Authenticate", "Bearer realm=\"whereismy\"")])
        }
        // A foreign page can make a browser send its cookie here, though it cannot read the response.
        if request.method.isChange, case .network = request.origin,
            !HostRule.isSameOrigin(request.header("Origin"), host: request.header("Host"))
        {
            throw Problem(.forbidden, code: "cross-origin", detail: "changes are taken from this server's own pages alone")
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
    fileprivate var refusal: String {
        switch self {
        case .local: "this is for this machine's own users, by the Unix socket: the command whereismy asks there"
        case .owner: "this is for the owner, signed in by whereismy open"
        default: "this token is not for that: its scopes say what it is for"
        }
    }
}

extension HTTPMethod {
    /// True for methods that change something.
    var isChange: Bool { ![HTTPMethod.get, .head, .options].contains(self) }
}
