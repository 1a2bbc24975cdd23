import Location

/// One fix as the motion detector sees it.
struct MotionSample: Sendable {
    /// Seconds of uptime.
    let time: Double
    /// Where the receiver said it was, on the map.
    var place: LocalVector
    /// Metres per second as the receiver reports them; nil where it does not.
    let speed: Double?
}
