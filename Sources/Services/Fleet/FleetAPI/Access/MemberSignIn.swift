import Access
import Basics
import FleetStore
import HTTPServer
import Pages
import Web

extension SessionCookie {
    /// The cookie of the fleet.
    ///
    /// `Lax`, not `Strict`: people follow links of mails and chats to the page.
    static let fleet = SessionCookie(name: "whereismy-fleet", sameSite: .lax)
}

extension SignInRoutes<RequestContext> {
    /// Creates the sign-in of members, whose sessions are in the database.
    init(_ authorizer: Authorizer, assets: AssetLibrary) {
        self.init(cookie: .fleet, assets: assets) { code, context in
            guard let secret = Secret(code) else { return nil }
            return try FleetAccess(context.connection()).beginSession(
                link: SecretHash(secret),
                name: SessionName.suggestion(forUserAgent: context.request.header("User-Agent")),
                at: context.moment.wallClock)?.secret
        } end: { context in
            guard case .session(let hash)? = context.admission?.credential else { return }
            try FleetAccess(context.connection()).endSession(hash)
        } reject: { context in
            if context.request.method == .get { try authorizer.recordFailure(of: context.request, at: context.moment) }
            return Problem(
                .forbidden, code: "used", detail: "the link was used or has expired; fix: ask for another one")
        }
    }
}
