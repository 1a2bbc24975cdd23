import Location

/// A point as a segment keeps it: a number of steps for each column.
struct PointRow {
    /// In the order of ``Column``.
    let steps: InlineArray<14, Int64>

    init(_ point: TrackPoint) {
        let fix = point.fix
        let radius = Quantity.steps(uncertain: fix.horizontalAccuracy?.radius, perUnit: Steps.perAccuracyMetre)
        steps = [
            point.timestamp.milliseconds,
            Quantity.steps(point.coordinate.latitude, perUnit: Steps.perDegree),
            Quantity.steps(point.coordinate.longitude, perUnit: Steps.perDegree),
            PointState(point, hasRadius: radius != Quantity.unknown).number,
            Quantity.steps(fix.altitude, perUnit: Steps.perMetre),
            Quantity.steps(fix.ellipsoidalAltitude, perUnit: Steps.perMetre),
            radius,
            Quantity.steps(uncertain: fix.verticalAccuracy, perUnit: Steps.perAccuracyMetre),
            Quantity.steps(fix.speed, perUnit: Steps.perMetre),
            Quantity.steps(uncertain: fix.speedAccuracy, perUnit: Steps.perMetre),
            Self.course(fix.course),
            Quantity.steps(uncertain: fix.courseAccuracy, perUnit: Steps.perCourseDegree),
            Quantity.steps(fix.climb, perUnit: Steps.perMetre),
            Self.count(point.satellitesUsed),
        ]
    }

    /// What rounds to all around is north.
    private static func course(_ degrees: Double?) -> Int64 {
        let steps = Quantity.steps(degrees, perUnit: Steps.perCourseDegree)
        return steps == Steps.turn ? 0 : steps
    }

    private static func count(_ number: Int?) -> Int64 {
        guard let number, number.magnitude < Quantity.limit else { return Quantity.unknown }
        return Int64(number)
    }
}
