import HistoryEncoding
import Location

/// The contribution of a run of one device's points to a series: a single fix, or a stored summary.
struct SeriesPiece {
    let first: TrackPoint
    let last: TrackPoint
    /// The interval that ended at the last point; nil if it began before the first.
    let usual: Duration?
    let points: Int
    /// Metres travelled from the first point to the last.
    let distance: Double
    /// The time of that path.
    let covered: Duration
    let isFix: Bool
    /// The reported speed of a single fix; nil for none, for an impossible one, and for a summary.
    let speed: Double?
    /// The highest speed in metres per second that two consecutive points reached; nil for none.
    let topSpeed: Double?
    /// Metres; nil without an altitude.
    let altitude: Double?
    /// Metres; nil without an altitude.
    let altitudes: ClosedRange<Double>?
    /// Metres; nil if unknown.
    let accuracy: Double?
    /// The errors of the speed in metres per second and of the altitude in metres; nil if unknown, and for a summary.
    let speedAccuracy, altitudeAccuracy: Double?

    init(_ point: TrackPoint) {
        (first, last, usual, points, distance, covered) = (point, point, nil, 1, 0, .zero)
        isFix = true
        speed = point.fix.speed.flatMap { $0 > JumpRule.maxSpeed ? nil : max(0, $0) }
        topSpeed = nil
        altitude = point.fix.altitude ?? point.fix.ellipsoidalAltitude
        altitudes = altitude.map { $0...$0 }
        accuracy = point.fix.horizontalAccuracy?.radius
        speedAccuracy = speed == nil ? nil : point.fix.speedAccuracy
        altitudeAccuracy = altitude == nil ? nil : point.fix.verticalAccuracy
    }

    /// Creates a piece from a summary.
    ///
    /// The noise of a stay is no distance, and the altitude is the middle of its range.
    init(_ part: TrackPart) {
        let places = [part.start] + part.legs.map(\.place)
        var whole = PathFigures()
        whole.append(part.start.figures)
        for leg in part.legs {
            whole.append(leg.passage)
            whole.append(leg.place.figures)
        }
        let rule = StayRule()
        let noise = places.reduce(0 as Int64) { $1.isStay(rule) ? $0 &+ $1.figures.distance : $0 }
        (first, last, usual, points) = (part.first, part.last, part.usual, part.points)
        distance = Double(whole.distance &- noise) / 1e6
        covered = .milliseconds(whole.covered)
        isFix = false
        (speed, speedAccuracy, altitudeAccuracy) = (nil, nil, nil)
        topSpeed = whole.top.metresPerSecond
        altitudes = whole.altitudes
        altitude = altitudes.map { ($0.lowerBound + $0.upperBound) / 2 }
        let radii = [part.first, part.last].compactMap { $0.fix.horizontalAccuracy?.radius }
        accuracy = radii.isEmpty ? nil : radii.reduce(0, +) / Double(radii.count)
    }
}
