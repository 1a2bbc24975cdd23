import Glibc

/// The shortest way between two points of the ellipsoid.
///
/// C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87 (2013), sections 2 and 4: with the points so
/// arranged that the start is the one farther from the equator and lies south of it, the longitude reached grows with
/// the azimuth at the start, so narrowing the interval of azimuths always finds the way, also to nearly antipodal
/// points. His two integrals are taken by Gauss' rule with ten points, whose error is below a micrometre.
struct Geodesic {
    /// Metres.
    let distance: Double
    /// Degrees from true north at the start, 0 up to but not including 360.
    let azimuth: Double

    init(from start: Coordinate, to end: Coordinate) {
        let arranged = Arrangement(start, end)
        let way = Self.equatorial(arranged) ?? Self.search(arranged)
        distance = way.distance
        azimuth = arranged.degrees(of: way)
    }

    /// Along the equator itself, as long as that is the shortest way.
    private static func equatorial(_ points: Arrangement) -> Path? {
        guard points.start.sine == 0, points.longitude <= .pi * (1 - Ellipsoid.flattening) else { return nil }
        return Path(offset: 0, points, equatorial: points.longitude)
    }

    /// An end of an interval.
    private enum End {
        case low
        case high
    }

    /// Narrows the interval of azimuths, told from east so that none is lost beside the equator.
    ///
    /// By false position as Illinois has it (M. Dowell and P. Jarratt, "A modified regula falsi method", BIT 11, 1971),
    /// which takes a third of the steps that halving takes; each third step halves, for where the longitude is steep.
    private static func search(_ points: Arrangement) -> Path {
        var (low, high) = (-Double.pi / 2, Double.pi / 2)
        var way = Path(offset: high, points)
        var errors = (low: Path(offset: low, points).longitude, high: way.longitude)
        errors = (errors.low - points.longitude, errors.high - points.longitude)
        var stands: End?
        // The limit is for the equator's neighbourhood.
        for step in 0..<600 {
            var middle = (low * errors.high - high * errors.low) / (errors.high - errors.low)
            if step % 3 == 2 || !(middle > low && middle < high) { middle = (low + high) / 2 }
            way = Path(offset: middle, points)
            let error = way.longitude - points.longitude
            // A nanometre, which is what rounding leaves of the longitude.
            guard abs(error) > 2e-16, middle != low, middle != high else { break }
            // The end that has stood twice counts for half, so that the other one is passed.
            if error < 0 {
                (low, errors) = (middle, (error, stands == .high ? errors.high / 2 : errors.high))
            } else {
                (high, errors) = (middle, (stands == .low ? errors.low / 2 : errors.low, error))
            }
            stands = error < 0 ? .high : .low
        }
        return way
    }
}

extension Geodesic {
    /// The sine and cosine of a reduced latitude.
    struct ReducedLatitude {
        var sine: Double
        var cosine: Double

        init(degrees: Double) {
            let latitude = degrees * .pi / 180
            let length = hypot((1 - Ellipsoid.flattening) * sin(latitude), cos(latitude))
            sine = (1 - Ellipsoid.flattening) * sin(latitude) / length
            cosine = cos(latitude) / length
        }
    }

    /// Two points turned and swapped as Karney's section 4 wants them, and the way back.
    struct Arrangement {
        let start: ReducedLatitude
        let end: ReducedLatitude
        /// Radians from start to end, 0 to pi.
        let longitude: Double
        private let isSwapped: Bool
        private let isMirroredEast: Bool
        private let isMirroredNorth: Bool

        init(_ from: Coordinate, _ to: Coordinate) {
            let east = (to.longitude - from.longitude).remainder(dividingBy: 360)
            longitude = abs(east) * .pi / 180
            isSwapped = abs(from.latitude) < abs(to.latitude)
            isMirroredEast = (east < 0) != isSwapped
            let (first, second) = isSwapped ? (to.latitude, from.latitude) : (from.latitude, to.latitude)
            isMirroredNorth = first >= 0
            start = ReducedLatitude(degrees: isMirroredNorth ? -first : first)
            end = ReducedLatitude(degrees: isMirroredNorth ? -second : second)
        }

        /// The azimuth at the point that was asked for first.
        func degrees(of way: Path) -> Double {
            let azimuth = isSwapped ? way.arrival : way.departure
            let sine = isSwapped != isMirroredEast ? -azimuth.sine : azimuth.sine
            let cosine = isSwapped != isMirroredNorth ? -azimuth.cosine : azimuth.cosine
            let degrees = atan2(sine, cosine) * 180 / .pi
            return degrees < 0 ? (degrees + 360).truncatingRemainder(dividingBy: 360) : abs(degrees)
        }
    }
}
