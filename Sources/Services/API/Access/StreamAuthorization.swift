import HTTPServer
import Synchronization

/// Leave to follow for as long as nothing is taken away from whoever follows.
///
/// Asking costs next to nothing while nobody's access has changed.
final class StreamAuthorization: Sendable {
    private struct Finding {
        var generation: UInt64
        var isGood = true
    }

    private let entrance: Authorizer
    private let request: HTTPRequest
    private let audience: Audience
    private let finding: Mutex<Finding>

    /// - Parameters:
    ///   - entrance: decides anew.
    ///   - request: what let the client in.
    ///   - audience: whom it is for.
    init(authorizer entrance: Authorizer, request: HTTPRequest, audience: Audience) {
        self.entrance = entrance
        // What says who asks is all that is needed again, and there may be thousands of these.
        self.request = HTTPRequest(
            path: "", headers: request.headers.filter { ["authorization", "cookie"].contains($0.name.lowercased()) },
            origin: request.origin)
        self.audience = audience
        finding = Mutex(Finding(generation: entrance.access.generation))
    }

    /// Whether it is still good.
    var isValid: Bool {
        let generation = entrance.access.generation
        return finding.withLock { finding in
            if finding.generation != generation {
                finding = Finding(generation: generation, isGood: entrance.isAuthorized(request, for: audience))
            }
            return finding.isGood
        }
    }
}
