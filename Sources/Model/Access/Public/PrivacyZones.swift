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
