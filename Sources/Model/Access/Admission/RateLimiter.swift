/// How often each address may fail to be let in.
///
/// It is asked about failures alone: what shows a good secret passes, whatever came from its address before, so that
/// nobody locks the owner out. A secret cannot be guessed anyway; this keeps those who try from costing much.
public struct RateLimiter: Hashable, Sendable {
    /// Failures in a row before an address has to wait.
    public static let burst = 10
    /// How long it takes until one more is free again.
    public static let refillInterval: Duration = .seconds(6)
    /// Addresses that are remembered; beyond that, the one that is free first is forgotten.
    public static let maxAddresses = 1024

    /// When each address will have all its attempts again, on uptime.
    private var recovered: [String: Duration] = [:]

    /// Begins with nothing failed.
    public init() {}

    /// Counts a failure.
    ///
    /// - Parameters:
    ///   - address: where it came from; addresses of version 6 count together by their upper half.
    ///   - now: the uptime.
    /// - Returns: nil where the failure is to be told as such (401), else how long to wait (429).
    public mutating func recordFailure(from address: String, at now: Duration) -> Duration? {
        let key = IPAddress(address).map { "\($0.subscriber)" } ?? String(address.prefix(64))
        let end = max(recovered[key] ?? now, now) + Self.refillInterval
        let most = now + Self.refillInterval * Self.burst
        guard end <= most else { return end - most }
        if recovered[key] == nil { makeRoom(at: now) }
        recovered[key] = end
        return nil
    }

    private mutating func makeRoom(at now: Duration) {
        guard recovered.count >= Self.maxAddresses else { return }
        recovered = recovered.filter { $0.value > now }
        guard recovered.count >= Self.maxAddresses, let first = recovered.min(by: { $0.value < $1.value }) else { return }
        recovered[first.key] = nil
    }
}
