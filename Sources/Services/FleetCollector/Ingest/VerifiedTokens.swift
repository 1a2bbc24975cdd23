/// The tokens that were those of devices lately: the holder of any other has to wait for an answer about it before a body
/// is received.
struct VerifiedTokens {
    /// How long a token counts: what a revoked one can still occupy ends within this time.
    static let knownFor = Duration.seconds(600)

    private var ends: [String: Duration] = [:]

    /// Returns true if a token counts.
    func contains(_ token: String, at now: Duration) -> Bool {
        ends[token].map { now < $0 } ?? false
    }

    /// Adds a token, or adds it anew.
    mutating func insert(_ token: String, at now: Duration) {
        if ends.count >= TokenCache.maxCount, ends[token] == nil { ends = [:] }
        ends[token] = now + Self.knownFor
    }

    /// Removes a token, which is none of a device any more.
    mutating func remove(_ token: String) {
        ends[token] = nil
    }
}
