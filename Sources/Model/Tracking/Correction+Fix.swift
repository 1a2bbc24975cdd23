import Location

extension Correction {
    /// What was changed of a fix; nil for most, of which nothing was.
    init?(of given: Fix, to repaired: Fix, _ time: TimeVerdict) {
        var distance: Double?
        if repaired.source == .ecef, let there = given.coordinate, let here = repaired.coordinate {
            distance = there.distance(to: here)
        }
        switch time {
        case .accepted, .rejected: self.init(distance: distance)
        case .shifted(let weeks):
            self.init(distance: distance, timeSource: .shifted, weeks: Int32(clamping: weeks))
        case .replaced: self.init(distance: distance, timeSource: .reception)
        }
    }
}
