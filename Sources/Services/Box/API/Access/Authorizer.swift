import Access
import HTTPServer
import Web

final class Authorizer: Sendable {
    let access: AccessController
    private let mode: AccessMode

    init(access: AccessController, mode: AccessMode) {
        self.access = access
        self.mode = mode
    }

    /// Returns the admission of a request; nil for public routes.
    func authorize(_ request: HTTPRequest, for route: Route) throws(Problem) -> Admission? {
        guard route.audience(of: request.method) != .anyone else { return nil }
        let admission = access.admission(of: request.credentials, mode: mode)
        if admission.hasFailed, case .network(let address) = request.origin,
            let wait = access.recordFailure(from: address)
        {
            throw Problem.tooManyFailures(wait: wait)
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
            guard admission.grant == .none else { throw .forbidden(audience.denial) }
            throw .unauthorized(
                realm: "whereismy", fix: "whereismy open for a browser, whereismy token add for a program")
        }
        if case .network = request.origin { try request.checkOrigin() }
    }
}

extension HTTPRequest {
    fileprivate var credentials: Credentials {
        Credentials(
            origin: origin == .local ? .local : .network, authorization: header("Authorization"),
            cookie: header("Cookie"))
    }
}

extension Audience {
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
