public import Location

/// The zones that are hidden from others.
///
/// More than the circle is hidden: a block of three by three cells as wide as the radius, on a grid that does not
/// depend on the zone. Trails end at the hidden area, and enough trail ends around a circle would reveal its centre.
/// The block is the same for every centre within its middle cell.
public struct PrivacyZones: Hashable, Sendable {
    private let zones: [HiddenCells]

    /// Creates the zones; where several overlap, the first gives the name.
    public init(_ zones: [PrivacyZone] = []) {
        self.zones = zones.map(HiddenCells.init)
    }

    /// True if there are no zones.
    public var isEmpty: Bool { zones.isEmpty }

    /// Returns the zone that hides a position.
    ///
    /// - Parameters:
    ///   - coordinate: the position.
    ///   - accuracy: metres around it. A position that may lie inside is hidden; an accuracy beyond the radius of the
    ///     zone counts as that radius.
    /// - Returns: nil if no zone hides it.
    public func zone(hiding coordinate: Coordinate, accuracy: Double = 0) -> PrivacyZone? {
        zones.first { $0.hides(coordinate, accuracy: accuracy) }?.zone
    }
}

/// A privacy zone and its hidden block of three by three cells, each as wide as the radius, around the cell of the
/// centre.
struct HiddenCells: Hashable, Sendable {
    let zone: PrivacyZone
    private let latitudes: ClosedRange<Double>
    private let west: Double
    /// Degrees eastwards from `west`.
    private let width: Double

    init(_ zone: PrivacyZone) {
        self.zone = zone
        let cell = Grid(precision: zone.radius).cell(of: zone.centre)
        let (south, north) = (cell.latitudes.lowerBound, cell.latitudes.upperBound)
        let (left, right) = (cell.longitudes.lowerBound, cell.longitudes.upperBound)
        latitudes = (2 * south - north)...(2 * north - south)
        west = 2 * left - right
        width = min(3 * (right - left), 360)
    }

    /// Returns true for a position in the block or the circle, or within its accuracy of either.
    func hides(_ coordinate: Coordinate, accuracy: Double) -> Bool {
        let margin = min(max(accuracy, 0), zone.radius)
        // At a pole or at the antimeridian the block may be truncated; the circle never is.
        return coordinate.distance(to: zone.centre) <= zone.radius + margin
            || coordinate.distance(to: nearest(to: coordinate)) <= margin
    }

    /// Returns the point of the block that is nearest to a coordinate.
    private func nearest(to coordinate: Coordinate) -> Coordinate {
        let latitude = min(max(coordinate.latitude, latitudes.lowerBound), latitudes.upperBound)
        let offset = (coordinate.longitude - west).positive
        guard offset > width else { return Coordinate(clampingLatitude: latitude, longitude: coordinate.longitude) }
        let longitude = west + (offset - width < 360 - offset ? width : 0)
        return Coordinate(clampingLatitude: latitude, longitude: longitude.remainder(dividingBy: 360))
    }
}

extension Double {
    /// The same angle in 0..<360 degrees.
    fileprivate var positive: Double {
        let rest = truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }
}
