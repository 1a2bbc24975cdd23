import Access
import Basics
import HTTPServer
import Location
import Web

/// The owner's trust in a receiver that is contradicted.
struct IntegrityRoutes {
    let daemon: DaemonAccess
    let access: AccessController
    /// Passes the name of the owner who accepts the claim to the tracker.
    let accept: @Sendable (String) -> Void

    var all: [Route] { [Route("/v1/integrity/trust", for: .owner, [.post: trust])] }

    private func trust(_ context: RequestContext) throws -> HTTPResponse {
        let report = daemon.feed.report(at: context.moment.uptime)
        guard report.integrity.level == .contradicted else {
            throw Problem(
                .conflict, code: "not-contradicted",
                detail: "the receiver is not contradicted (\(report.state.rawValue)), so there is no claim to accept")
        }
        accept(name(of: context))
        return HTTPResponse(.noContent)
    }

    /// Returns the name of the session, or of what sent the request without one.
    private func name(of context: RequestContext) -> String {
        if case .local = context.request.origin { return "whereismy trust" }
        let session = context.admission?.session.flatMap {
            access.store.session(for: $0, at: context.moment.wallClock)
        }
        return session?.name ?? "a browser"
    }
}
