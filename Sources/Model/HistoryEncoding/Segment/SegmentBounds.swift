/// The least box between parallels and meridians that holds some points.
public struct SegmentBounds: Hashable, Sendable {
    /// Degrees north of its southern edge, -90 to 90.
    public var south: Double { Double(southern) / Scale.perDegree }
    /// Degrees east of its western edge, -180 to 180; more than that of the eastern one where the box crosses the
    /// antimeridian.
    public var west: Double { Double(western) / Scale.perDegree }
    /// Degrees north of its northern edge, -90 to 90.
    public var north: Double { Double(northern) / Scale.perDegree }
    /// Degrees east of its eastern edge, -180 to 180.
    public var east: Double { Double(eastern) / Scale.perDegree }
    /// Whether it crosses the antimeridian, from a western edge in the east to an eastern edge in the west.
    public var crossesAntimeridian: Bool { western > eastern }

    let southern: Int64
    let western: Int64
    let northern: Int64
    let eastern: Int64
}

extension SegmentBounds {
    /// The box of a way that takes the shorter way around from each longitude to the next.
    struct Builder {
        private static let around = 2 * Scale.antimeridian
        private var latitudes: ClosedRange<Int64>
        /// Goes on beyond the antimeridian.
        private var longitudes: ClosedRange<Int64>
        private var longitude: Int64

        init(latitude: Int64, longitude: Int64) {
            latitudes = latitude...latitude
            longitudes = longitude...longitude
            self.longitude = longitude
        }

        mutating func add(latitude: Int64, eastwards: Int64) {
            longitude &+= eastwards
            if !latitudes.contains(latitude) {
                latitudes = min(latitudes.lowerBound, latitude)...max(latitudes.upperBound, latitude)
            }
            if !longitudes.contains(longitude) {
                longitudes = min(longitudes.lowerBound, longitude)...max(longitudes.upperBound, longitude)
            }
        }

        var bounds: SegmentBounds {
            let isAllAround = longitudes.upperBound - longitudes.lowerBound >= Self.around
            return SegmentBounds(
                southern: latitudes.lowerBound,
                western: isAllAround ? -Scale.antimeridian : Self.wrap(longitudes.lowerBound),
                northern: latitudes.upperBound,
                eastern: isAllAround ? Scale.antimeridian : Self.wrap(longitudes.upperBound))
        }

        private static func wrap(_ longitude: Int64) -> Int64 {
            let turned = longitude % around
            if turned > Scale.antimeridian { return turned - around }
            return turned < -Scale.antimeridian ? turned + around : turned
        }
    }
}
