import Location

/// The length in metres of a step of latitude and of longitude, by latitude.
///
/// It is cached for a band of latitude, in which the length of a step of longitude is interpolated: accurate to a
/// millionth up to 89 degrees, and much cheaper than sine and cosine for each step.
struct LocalScale {
    /// The width of a band: a hundredth of a degree.
    private static let width: Int64 = 100_000
    /// Closer to a pole, a band is too coarse.
    private static let limit: Int64 = 890_000_000
    /// The longest difference that uses the scale: about half a kilometre.
    private static let reach: Int64 = 50_000
    private static let probe = 0.001

    private var band: Int64?
    private var north = 0.0
    private var east = (south: 0.0, north: 0.0)

    /// Returns the distance in metres between two points in steps.
    mutating func distance(from: (latitude: Int64, longitude: Int64), eastwards: Int64, to latitude: Int64) -> Double {
        let northwards = latitude &- from.latitude
        let middle = from.latitude &+ northwards / 2
        guard max(northwards.magnitude, eastwards.magnitude) < Self.reach, abs(middle) < Self.limit else {
            return exact(from: from, eastwards: eastwards, to: latitude)
        }
        let scale = metres(at: middle)
        let x = Double(eastwards) * scale.east
        let y = Double(northwards) * scale.north
        return (x * x + y * y).squareRoot()
    }

    /// Returns the metres per step at a latitude.
    mutating func metres(at latitude: Int64) -> (north: Double, east: Double) {
        let below = min((latitude &+ Scale.pole) / Self.width, 2 * Scale.pole / Self.width - 1)
        if below != band { enter(below) }
        let share = Double(latitude &+ Scale.pole &- below &* Self.width) / Double(Self.width)
        return (north, east.south + (east.north - east.south) * share)
    }

    private mutating func enter(_ band: Int64) {
        self.band = band
        let south = Double(band * Self.width - Scale.pole) / Scale.perDegree
        let top = south + Double(Self.width) / Scale.perDegree
        let steps = Double(Self.width)
        north = Self.point(south, 0).distance(to: Self.point(top, 0)) / steps
        east.south = Self.widthOfProbe(south) / (Self.probe * Scale.perDegree)
        east.north = Self.widthOfProbe(top) / (Self.probe * Scale.perDegree)
    }

    private static func widthOfProbe(_ latitude: Double) -> Double {
        point(latitude, 0).distance(to: point(latitude, probe))
    }

    private static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(clampingLatitude: latitude, longitude: longitude)
    }

    private func exact(from: (latitude: Int64, longitude: Int64), eastwards: Int64, to latitude: Int64) -> Double {
        let start = Self.point(Double(from.latitude) / Scale.perDegree, 0)
        return start.distance(
            to: Self.point(Double(latitude) / Scale.perDegree, Double(eastwards) / Scale.perDegree))
    }
}
