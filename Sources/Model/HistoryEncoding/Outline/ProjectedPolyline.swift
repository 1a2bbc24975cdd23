import Location

/// A path of positions in steps, with longitudes unwrapped across the antimeridian.
///
/// It simplifies like `Simplification` of `Location` and finds the same vertices in `historybench`, at two and a half
/// times the rate (45 to 18 million fixes a second): that one works on the globe, for any tolerance and length; this
/// one works on the flat map of an hour, and runs whenever an hour is sealed or a file is imported.
struct ProjectedPolyline {
    private static let around = 2 * Scale.antimeridian
    /// The distances for each position after which sections are halved: far more than a path on the ground needs.
    static let maxDistances = 64

    /// The number of distances that were calculated.
    private(set) var distances = 0

    private var latitudes: [Int64] = []
    private var longitudes: [Int64] = []

    init(_ positions: [SegmentPosition]) {
        latitudes.reserveCapacity(positions.count)
        longitudes.reserveCapacity(positions.count)
        var turns: Int64 = 0
        var last: Int64?
        for position in positions {
            latitudes.append(Quantity.steps(position.coordinate.latitude, perUnit: Scale.perDegree))
            let longitude = Quantity.steps(position.coordinate.longitude, perUnit: Scale.perDegree)
            if let last {
                if longitude - last > Scale.antimeridian { turns -= Self.around }
                if longitude - last < -Scale.antimeridian { turns += Self.around }
            }
            last = longitude
            longitudes.append(longitude + turns)
        }
    }

    /// Marks the positions to retain so that every other one is within the tolerance.
    ///
    /// Beyond the maximum of distances, sections are cut in their middle, so that only their logarithm is added.
    mutating func simplified(tolerance: Double) -> [Bool] {
        var retained = [Bool](repeating: false, count: latitudes.count)
        guard let last = latitudes.indices.last else { return retained }
        retained[0] = true
        retained[last] = true
        var scale = LocalScale()
        var sections = [(from: 0, to: last)]
        while let section = sections.popLast() {
            distances += max(0, section.to - section.from - 1)
            guard let farthest = farthest(from: section.from, to: section.to, &scale, tolerance) else { continue }
            let isCostly = distances > Self.maxDistances * latitudes.count
            let place = isCostly ? (section.from + section.to) / 2 : farthest
            retained[place] = true
            sections.append((section.from, place))
            sections.append((place, section.to))
        }
        return retained
    }

    /// Returns the position between two that is farthest from their chord; nil if all are within the tolerance.
    private func farthest(from start: Int, to end: Int, _ scale: inout LocalScale, _ tolerance: Double) -> Int? {
        guard end &- start > 1 else { return nil }
        let metres = scale.metres(at: (latitudes[start] + latitudes[end]) / 2)
        let latitudes = latitudes.span
        let longitudes = longitudes.span
        let south = latitudes[start]
        let west = longitudes[start]
        let chord = Chord(
            x: Double(longitudes[end] &- west) * metres.east, y: Double(latitudes[end] &- south) * metres.north)
        var worst = tolerance * tolerance
        var place: Int?
        for index in (start &+ 1)..<end {
            let square = chord.squaredDistance(
                x: Double(longitudes[index] &- west) * metres.east, y: Double(latitudes[index] &- south) * metres.north)
            if square > worst { (worst, place) = (square, index) }
        }
        return place
    }
}

/// A chord from the origin to a point, in metres.
private struct Chord {
    private let x: Double
    private let y: Double
    private let perLength: Double

    init(x: Double, y: Double) {
        self.x = x
        self.y = y
        let square = x * x + y * y
        perLength = square > 0 ? 1 / square : 0
    }

    /// Returns the squared distance from a point to the chord.
    func squaredDistance(x: Double, y: Double) -> Double {
        let share = min(max((x * self.x + y * self.y) * perLength, 0), 1)
        let across = x - share * self.x
        let along = y - share * self.y
        return across * across + along * along
    }
}
