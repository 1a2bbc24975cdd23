import Glibc

/// The shortest path between two points on the ellipsoid.
///
/// C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87 (2013), sections 2 and 4: with the points
/// arranged so that the start is the one farther from the equator and lies south of it, the longitude reached grows
/// with the azimuth at the start. Narrowing the interval of azimuths therefore always converges, even for nearly
/// antipodal points. The two integrals use Gauss' rule with ten points; the error is below a micrometre.
struct Geodesic {
    /// Metres.
    let distance: Double
    /// Degrees from true north at the start, 0 up to but not including 360.
    let azimuth: Double

    init(from start: Coordinate, to end: Coordinate) {
        let arranged = Arrangement(start, end)
        let path = Self.equatorial(arranged) ?? Self.search(arranged)
        distance = path.distance
        azimuth = arranged.degrees(of: path)
    }

    /// Returns the path along the equator if that is the shortest one.
    private static func equatorial(_ points: Arrangement) -> Path? {
        guard points.start.sine == 0, points.longitude <= .pi * (1 - Ellipsoid.flattening) else { return nil }
        return Path(offset: 0, points, equatorial: points.longitude)
    }

    /// An end of the search interval.
    private enum Bound {
        case low
        case high
    }

    /// Narrows the interval of azimuths, measured from east to preserve digits near the equator.
    ///
    /// Uses false position with the Illinois modification (M. Dowell and P. Jarratt, "A modified regula falsi method",
    /// BIT 11, 1971), which takes a third of the steps of bisection; each third step bisects, for steep longitudes.
    private static func search(_ points: Arrangement) -> Path {
        var (low, high) = (-Double.pi / 2, Double.pi / 2)
        var path = Path(offset: high, points)
        var errors = (low: Path(offset: low, points).longitude, high: path.longitude)
        errors = (errors.low - points.longitude, errors.high - points.longitude)
        var lastMoved: Bound?
        // The limit is needed near the equator.
        for step in 0..<600 {
            var middle = (low * errors.high - high * errors.low) / (errors.high - errors.low)
            if step % 3 == 2 || !(middle > low && middle < high) { middle = (low + high) / 2 }
            path = Path(offset: middle, points)
            let error = path.longitude - points.longitude
            // A nanometre: the rounding error of the longitude.
            guard abs(error) > 2e-16, middle != low, middle != high else { break }
            // An end kept twice counts half, so that the next estimate passes the other one.
            if error < 0 {
                (low, errors) = (middle, (error, lastMoved == .high ? errors.high / 2 : errors.high))
            } else {
                (high, errors) = (middle, (lastMoved == .low ? errors.low / 2 : errors.low, error))
            }
            lastMoved = error < 0 ? .high : .low
        }
        return path
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

    /// Two points mirrored and swapped as Karney's section 4 requires, with the data to undo it.
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

        /// Returns the azimuth at the original start.
        func degrees(of path: Path) -> Double {
            let azimuth = isSwapped ? path.arrival : path.departure
            let sine = isSwapped != isMirroredEast ? -azimuth.sine : azimuth.sine
            let cosine = isSwapped != isMirroredNorth ? -azimuth.cosine : azimuth.cosine
            let degrees = atan2(sine, cosine) * 180 / .pi
            return degrees < 0 ? (degrees + 360).truncatingRemainder(dividingBy: 360) : abs(degrees)
        }
    }

    /// The geodesic that leaves the start at a given azimuth, up to the latitude of the end.
    struct Path {
        /// Sine and cosine of the azimuth at the start.
        let departure: (sine: Double, cosine: Double)
        /// Sine and cosine of the azimuth at the end.
        let arrival: (sine: Double, cosine: Double)
        /// The difference of longitude in radians.
        let longitude: Double
        /// Arcs on the auxiliary sphere from the northward equator crossing to both points.
        private let arc: (from: Double, to: Double)
        private let eccentricity: Double
        private let equatorial: Double?

        /// `offset` is the azimuth in radians, less a right angle.
        init(offset: Double, _ points: Arrangement, equatorial: Double? = nil) {
            let (start, end) = (points.start, points.end)
            departure = (cos(offset), -sin(offset))
            let sineAtEquator = departure.sine * start.cosine
            // Clairaut's relation, as a difference that stays exact where both latitudes are nearly the same.
            let along = departure.cosine * start.cosine
            let northwards = (along * along + end.squaredCosineDifference(from: start)).clampedSquareRoot
            arrival = (end.cosine > 0 ? sineAtEquator / end.cosine : 0, end.cosine > 0 ? northwards / end.cosine : 1)
            let from = atan2(start.sine, along)
            arc = (from, from + Self.angle(from: from, to: atan2(end.sine, northwards)))
            let sphericalLongitude = Self.angle(
                from: atan2(sineAtEquator * start.sine, along), to: atan2(sineAtEquator * end.sine, northwards))
            let across = departure.sine * start.sine
            eccentricity =
                Ellipsoid.secondEccentricitySquared * (departure.cosine * departure.cosine + across * across)
            longitude = sphericalLongitude - Ellipsoid.flattening * sineAtEquator * Self.lag(arc, eccentricity)
            self.equatorial = equatorial
        }

        /// Metres; Karney's equation 7.
        var distance: Double {
            if let equatorial { return Ellipsoid.semiMajorAxis * equatorial }
            return Ellipsoid.semiMinorAxis
                * Self.integral(arc) { (1 + eccentricity * $0 * $0).squareRoot() }
        }

        /// The lag of the longitude behind that of the auxiliary sphere; Karney's equation 8.
        private static func lag(_ arc: (from: Double, to: Double), _ eccentricity: Double) -> Double {
            integral(arc) { sine in
                (2 - Ellipsoid.flattening)
                    / (1 + (1 - Ellipsoid.flattening) * (1 + eccentricity * sine * sine).squareRoot())
            }
        }

        /// Returns the angle from one direction to another, 0 to 2 pi.
        private static func angle(from: Double, to: Double) -> Double {
            let angle = to - from
            return angle < 0 ? max(0, angle + (angle < -1e-9 ? 2 * .pi : 0)) : angle
        }

        /// Positive nodes and their weights: Abramowitz and Stegun, table 25.4, n = 10.
        private static let nodes: [(at: Double, weight: Double)] = [
            (0.148_874_338_981_631_211, 0.295_524_224_714_752_870),
            (0.433_395_394_129_247_191, 0.269_266_719_309_996_355),
            (0.679_409_568_299_024_406, 0.219_086_362_515_982_044),
            (0.865_063_366_688_984_511, 0.149_451_349_150_580_593),
            (0.973_906_528_517_171_720, 0.066_671_344_308_688_138),
        ]

        private static func integral(
            _ arc: (from: Double, to: Double), of value: (_ sine: Double) -> Double
        ) -> Double {
            let middle = (arc.from + arc.to) / 2
            let half = (arc.to - arc.from) / 2
            return half
                * nodes.reduce(0) { sum, node in
                    sum + node.weight * (value(sin(middle - half * node.at)) + value(sin(middle + half * node.at)))
                }
        }
    }
}

extension Geodesic.ReducedLatitude {
    /// Returns the squared cosine minus that of another latitude, from whichever difference preserves its digits.
    fileprivate func squaredCosineDifference(from other: Geodesic.ReducedLatitude) -> Double {
        other.cosine < abs(other.sine)
            ? (cosine - other.cosine) * (cosine + other.cosine) : (other.sine - sine) * (other.sine + sine)
    }
}

extension Double {
    /// The square root; 0 for values that rounding left below 0.
    fileprivate var clampedSquareRoot: Double { Swift.max(0, self).squareRoot() }
}
