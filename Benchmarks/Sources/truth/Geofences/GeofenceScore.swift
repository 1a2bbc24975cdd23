/// The results of a geofence monitor.
struct GeofenceScore {
    /// Crossings that were reported, including the first entering.
    var reported = 0
    /// Events that contradict the truth or repeat an earlier event.
    var untrue = 0
    /// Crossings that were not reported within the dwell time and five seconds more.
    var slow = 0
    /// Slow crossings that were not reported within five seconds after the true distance from the boundary exceeded twice
    /// the displayed radius.
    var late = 0
    /// The true distances from the boundary when the crossings became late, metres.
    var lateDepths: [Double] = []
    /// Seconds of the slowest report after the dwell time.
    var longest = -Double.infinity

    mutating func add(_ other: GeofenceScore) {
        reported += other.reported
        untrue += other.untrue
        slow += other.slow
        late += other.late
        lateDepths += other.lateDepths
        longest = max(longest, other.longest)
    }
}
