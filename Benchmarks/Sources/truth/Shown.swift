import Basics
import Location

/// What a contestant shows after an event.
struct Shown {
    var state: TrackingState
    var coordinate: Coordinate?
    /// Metres.
    var radius: Double?
    var motion: Motion?
    /// Metres.
    var odometer: Double?
    var timestamp: Timestamp?
}
