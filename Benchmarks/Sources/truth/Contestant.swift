import Basics
import Location
import Simulator

/// The decision of a contestant about an epoch.
enum EpochVerdict: String {
    case accepted
    case duplicate
    case rejected
    case none
}

/// A method that derives a displayed position from epochs.
protocol Contestant {
    static var name: String { get }

    init(device: String, at moment: Moment)

    /// Processes an epoch; returns the decision and its reason, which may be empty.
    mutating func process(_ epoch: ScenarioEpoch) -> (verdict: EpochVerdict, reason: String)

    /// Advances the time without an epoch.
    mutating func advance(to moment: Moment)

    func displayedFix(at moment: Moment) -> DisplayedFix
}

/// The state and position that a contestant displays.
struct DisplayedFix {
    var state: TrackingState
    var coordinate: Coordinate?
    /// Metres.
    var radius: Double?
    var motion: Motion?
    /// Metres.
    var odometer: Double?
    var timestamp: Timestamp?
}
