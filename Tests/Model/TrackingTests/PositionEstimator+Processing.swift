import Basics
import Location

@testable import Tracking

extension PositionEstimator {
    mutating func process(_ fix: Fix, at place: Coordinate, uptime: Duration) -> Jump? {
        let candidate = Candidate(fix: fix, place: place, uptime: uptime)
        return process(candidate, MeasuredFix(candidate))
    }

    /// The position shown; nil before the first fix.
    var coordinate: Coordinate? { last == nil ? nil : estimate(for: Fix(device: "/dev/a")).coordinate }
}
