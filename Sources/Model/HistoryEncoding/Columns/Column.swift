/// The columns of a segment, in storage order.
enum Column: Int, CaseIterable {
    case time
    case latitude
    case longitude
    case state
    case altitude
    case ellipsoidalAltitude
    case horizontalAccuracy
    case verticalAccuracy
    case speed
    case speedAccuracy
    case course
    case courseAccuracy
    case climb
    case satellites

    static let count = 14
    static let positionCount = 3

    /// Returns true if every point has a value.
    var isAlwaysKnown: Bool { rawValue <= Column.state.rawValue }

    var limits: ClosedRange<Int64> {
        switch self {
        case .time: .min ... .max
        case .latitude: -Scale.pole...Scale.pole
        case .longitude: -Scale.antimeridian...Scale.antimeridian
        case .state: 0...PointState.maxNumber
        case .horizontalAccuracy: 1...Quantity.limit
        default: -Quantity.limit...Quantity.limit
        }
    }
}

/// The number of steps per unit.
enum Scale {
    /// Latitude and longitude.
    static let perDegree = 1e7
    /// Altitudes, speeds and climbs: centimetres.
    static let perMetre = 100.0
    /// Accuracies of positions: decimetres.
    static let perAccuracyMetre = 10.0
    /// Courses and their accuracy.
    static let perCourseDegree = 100.0
    /// A full circle, in steps of a course.
    static let fullCircle: Int64 = 36_000
    /// The latitude of a pole.
    static let pole: Int64 = 900_000_000
    /// The longitude of the antimeridian.
    static let antimeridian: Int64 = 1_800_000_000
}
