/// Limits the failed authentications of each address.
///
/// Only failures count: a valid secret always passes, so no other client can lock the owner out. Secrets cannot be guessed; the
/// limit bounds the cost of trying.
public struct RateLimiter: Hashable, Sendable {
    /// Consecutive failures before an address has to wait.
    public static let burst = 10
    /// The time after which one more failure is allowed.
    public static let refillInterval: Duration = .seconds(6)
    /// The maximum number of tracked addresses; beyond it, the one that recovers first is dropped.
    public static let maxAddresses = 1024

    /// The uptime at which each address has all its attempts again.
    private var recovered: [String: Duration] = [:]

    /// Creates a limiter without failures.
    public init() {}

    /// Records a failure of an address, of IPv6 by its upper half, at an uptime; returns nil within the limit (401),
    /// else the time to wait (429).
    public mutating func recordFailure(from address: String, at now: Duration) -> Duration? {
        let key = IPAddress(address).map { "\($0.subscriber)" } ?? String(address.prefix(64))
        let end = max(recovered[key] ?? now, now) + Self.refillInterval
        let limit = now + Self.refillInterval * Self.burst
        guard end <= limit else { return end - limit }
        if recovered[key] == nil { evict(at: now) }
        recovered[key] = end
        return nil
    }

    private mutating func evict(at now: Duration) {
        guard recovered.count >= Self.maxAddresses else { return }
        recovered = recovered.filter { $0.value > now }
        guard recovered.count >= Self.maxAddresses, let first = recovered.min(by: { $0.value < $1.value }) else {
            return
        }
        recovered[first.key] = nil
    }
}
