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

    /// The geodesic that leaves a start with some azimuth, up to the latitude of the end.
    struct Path {
        /// Sine and cosine of the azimuth at the start.
        let departure: (sine: Double, cosine: Double)
        /// The same at the end.
        let arrival: (sine: Double, cosine: Double)
        /// Radians of longitude passed.
        let longitude: Double
        /// Arc on the auxiliary sphere, from its crossing of the equator northwards to either point.
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
            let northwards = (along * along + end.widening(from: start)).clampedRoot
            arrival = (end.cosine > 0 ? sineAtEquator / end.cosine : 0, end.cosine > 0 ? northwards / end.cosine : 1)
            let from = atan2(start.sine, along)
            arc = (from, from + Self.turn(from: from, to: atan2(end.sine, northwards)))
            let turned = Self.turn(
                from: atan2(sineAtEquator * start.sine, along), to: atan2(sineAtEquator * end.sine, northwards))
            let across = departure.sine * start.sine
            eccentricity =
                Ellipsoid.secondEccentricitySquared * (departure.cosine * departure.cosine + across * across)
            longitude = turned - Ellipsoid.flattening * sineAtEquator * Self.lag(arc, eccentricity)
            self.equatorial = equatorial
        }

        /// Metres; Karney's equation 7.
        var distance: Double {
            if let equatorial { return Ellipsoid.semiMajorAxis * equatorial }
            return Ellipsoid.semiMinorAxis
                * Self.integral(arc) { (1 + eccentricity * $0 * $0).squareRoot() }
        }

        /// By how much the longitude stays behind that of the auxiliary sphere; Karney's equation 8.
        private static func lag(_ arc: (from: Double, to: Double), _ eccentricity: Double) -> Double {
            integral(arc) { sine in
                (2 - Ellipsoid.flattening)
                    / (1 + (1 - Ellipsoid.flattening) * (1 + eccentricity * sine * sine).squareRoot())
            }
        }

        /// The angle from one direction to another, 0 to 2 pi.
        private static func turn(from: Double, to: Double) -> Double {
            let angle = to - from
            return angle < 0 ? max(0, angle + (angle < -1e-9 ? 2 * .pi : 0)) : angle
        }

        /// Positive halves of nodes and their weights: Abramowitz and Stegun, table 25.4, n = 10.
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
    /// The squared cosine less that of another latitude, from whichever difference keeps its digits.
    fileprivate func widening(from other: Geodesic.ReducedLatitude) -> Double {
        other.cosine < abs(other.sine)
            ? (cosine - other.cosine) * (cosine + other.cosine) : (other.sine - sine) * (other.sine + sine)
    }
}

extension Double {
    /// The square root; 0 for what rounding has left below 0.
    fileprivate var clampedRoot: Double { Swift.max(0, self).squareRoot() }
}
