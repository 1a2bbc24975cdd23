import HTTPServer
import Synchronization

/// The authorization of an open stream, valid until access is revoked.
///
/// A check is cheap while no access has changed.
final class StreamAuthorization: Sendable {
    private struct Finding {
        var generation: UInt64
        var isValid = true
    }

    private let authorizer: Authorizer
    private let request: HTTPRequest
    private let audience: Audience
    private let finding: Mutex<Finding>

    init(authorizer: Authorizer, request: HTTPRequest, audience: Audience) {
        self.authorizer = authorizer
        // Only the credentials are needed again, and there may be thousands of streams.
        self.request = HTTPRequest(
            path: "", headers: request.headers.filter { ["authorization", "cookie"].contains($0.name.lowercased()) },
            origin: request.origin)
        self.audience = audience
        finding = Mutex(Finding(generation: authorizer.access.generation))
    }

    /// True while access has not been revoked.
    var isValid: Bool {
        let generation = authorizer.access.generation
        return finding.withLock { finding in
            if finding.generation != generation {
                finding = Finding(generation: generation, isValid: authorizer.isAuthorized(request, for: audience))
            }
            return finding.isValid
        }
    }
}
