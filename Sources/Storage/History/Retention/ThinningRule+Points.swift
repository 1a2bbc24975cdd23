import Basics
public import Location

extension ThinningRule {
    /// What is left of the points of one device, given and answered in time order.
    ///
    /// The first point and each at which the machine starts or stops are kept.
    public func thin(_ points: [TrackPoint]) -> [TrackPoint] {
        var kept: [TrackPoint] = []
        for point in points {
            let isStanding = point.motion == .stationary
            if let last = kept.last, isStanding == (last.motion == .stationary),
                point.timestamp - last.timestamp < (isStanding ? stationaryInterval : movingInterval)
            {
                continue
            }
            kept.append(point)
        }
        return kept
    }
}
