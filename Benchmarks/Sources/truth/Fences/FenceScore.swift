/// What a watch comes to at fences.
struct FenceScore {
    /// Crossings that were told, the first entering too.
    var told = 0
    /// Events that contradict the truth, or the event before.
    var untrue = 0
    /// Crossings not told within the dwell time and five seconds more.
    var slow = 0
    /// Those of them that were not told five seconds after the truth was twice the radius shown from the border.
    var late = 0
    /// Metres from the truth to the border when they became late.
    var lateDepths: [Double] = []
    /// Seconds beyond the dwell time that the slowest took to be told.
    var longest = -Double.infinity

    mutating func add(_ other: FenceScore) {
        told += other.told
        untrue += other.untrue
        slow += other.slow
        late += other.late
        lateDepths += other.lateDepths
        longest = max(longest, other.longest)
    }
}
