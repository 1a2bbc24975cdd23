import Basics
import Location

/// How far a segment has been thinned, so that it is not done again.
struct ThinningLevel: Hashable {
    /// Not at all.
    static let none = ThinningLevel(moving: 0, standing: 0)

    /// Milliseconds between two points of a machine that moves.
    let moving: Int64
    /// The same of one that stands.
    let standing: Int64

    /// The mark of what has been thinned by a rule as well.
    func adding(_ rule: ThinningRule) -> ThinningLevel {
        ThinningLevel(
            moving: max(moving, rule.movingInterval.milliseconds), standing: max(standing, rule.stationaryInterval.milliseconds))
    }
}
