import Glibc

extension Geodesic {
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
