/// The smallest box of parallels and meridians around the points of a segment.
public struct SegmentBounds: Hashable, Sendable {
    /// The southern edge in degrees north, -90 to 90.
    public var south: Double { Double(southern) / Scale.perDegree }
    /// The western edge in degrees east, -180 to 180; greater than the eastern edge if the box crosses the
    /// antimeridian.
    public var west: Double { Double(western) / Scale.perDegree }
    /// The northern edge in degrees north, -90 to 90.
    public var north: Double { Double(northern) / Scale.perDegree }
    /// The eastern edge in degrees east, -180 to 180.
    public var east: Double { Double(eastern) / Scale.perDegree }
    /// Returns true if the box crosses the antimeridian.
    public var crossesAntimeridian: Bool { western > eastern }

    let southern: Int64
    let western: Int64
    let northern: Int64
    let eastern: Int64
}

extension SegmentBounds {
    /// Builds the box of a path that takes the shorter way around from each longitude to the next.
    struct Builder {
        private static let around = 2 * Scale.antimeridian
        private var latitudes: ClosedRange<Int64>
        /// Unwrapped beyond the antimeridian.
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
