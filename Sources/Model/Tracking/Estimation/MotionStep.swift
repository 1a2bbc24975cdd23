import Location

/// What lies between two fixes, as the motion detector sees it.
struct MotionStep: Sendable {
    /// Seconds, above 0.
    let time: Double
    /// Metres from where the receiver said it was to where it says it is.
    let moved: LocalVector
    /// Metres per second as the receiver measures them; nil where it does not.
    let speed: Double?
    /// The same with its direction; nil where the receiver gives none.
    let velocity: LocalVector?
}
