public import Location

/// The places that are not shown to others.
///
/// What is hidden is more than the circle: a block of three by three cells of the radius, of a grid that lies where it
/// does whatever the zone is. Trails end where the hidden part does, and the ends of enough trails around a circle would
/// tell its middle, which is somebody's door. The block is the same for all middles in its middle cell.
public struct PrivacyZones: Hashable, Sendable {
    private let zones: [HiddenCells]

    /// Takes the zones; where several hide a place, the first gives its name.
    public init(_ zones: [PrivacyZone] = []) {
        self.zones = zones.map(HiddenCells.init)
    }

    /// Whether there are none.
    public var isEmpty: Bool { zones.isEmpty }

    /// The zone that hides a position.
    ///
    /// - Parameters:
    ///   - coordinate: the position.
    ///   - accuracy: metres around it; a position that is not known to be outside is not, but for an accuracy beyond the
    ///     zone's radius, which is counted as that radius.
    /// - Returns: nil where none does.
    public func zone(hiding coordinate: Coordinate, accuracy: Double = 0) -> PrivacyZone? {
        zones.first { $0.hides(coordinate, accuracy: accuracy) }?.zone
    }
}

/// A zone, and the block of three by three cells, each as wide as its radius, in whose middle one its own middle is.
struct HiddenCells: Hashable, Sendable {
    let zone: PrivacyZone
    private let latitudes: ClosedRange<Double>
    private let west: Double
    /// Degrees from there to the east.
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

    /// Whether a position is in the block or the circle, or may be as far as its accuracy tells.
    func hides(_ coordinate: Coordinate, accuracy: Double) -> Bool {
        let margin = min(max(accuracy, 0), zone.radius)
        // Beside a pole or a seam the block may be cut short; the circle never is.
        return coordinate.distance(to: zone.centre) <= zone.radius + margin
            || coordinate.distance(to: nearest(to: coordinate)) <= margin
    }

    /// The coordinate itself where it is in the block, else the nearest of the block's.
    private func nearest(to coordinate: Coordinate) -> Coordinate {
        let latitude = min(max(coordinate.latitude, latitudes.lowerBound), latitudes.upperBound)
        let offset = (coordinate.longitude - west).positive
        guard offset > width else { return Coordinate(clampingLatitude: latitude, longitude: coordinate.longitude) }
        let longitude = west + (offset - width < 360 - offset ? width : 0)
        return Coordinate(clampingLatitude: latitude, longitude: longitude.remainder(dividingBy: 360))
    }
}

extension Double {
    /// The same angle, 0 up to but not including 360 degrees.
    fileprivate var positive: Double {
        let rest = truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }
}
