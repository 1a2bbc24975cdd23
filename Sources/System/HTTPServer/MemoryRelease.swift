/// Decides when the memory of clients that have left is returned to the system.
struct MemoryRelease {
    /// The minimum number of clients that have left: fewer leave less than a megabyte.
    static let minDrop = 128
    /// The time for which they have to stay away: clients of a short interruption come back at once.
    static let pause: Duration = .seconds(20)

    private var peak = 0
    /// The uptime of the next decision; nil if nothing is to be returned.
    private(set) var deadline: Duration?

    /// Returns true if the memory is to be returned now.
    mutating func isDue(connections: Int, at now: Duration) -> Bool {
        peak = max(peak, connections)
        guard peak - connections >= Self.minDrop, connections <= peak / 2 else {
            deadline = nil
            return false
        }
        let due = deadline ?? now + Self.pause
        deadline = due
        guard now >= due else { return false }
        (peak, deadline) = (connections, nil)
        return true
    }
}
