public import Gazetteer
import JSON
public import Location
public import Places

/// Names positions: by the owner's places, else by the nearest place of the gazetteer.
public struct PlaceNames {
    /// The name of a position.
    public struct Name: Hashable, Sendable {
        /// The name of the place.
        public let text: String
        /// Metres to a place of the gazetteer; nil within one of the owner's places.
        public let distance: Double?
        /// The bearing of a place of the gazetteer in degrees from true north; nil at it, and within one of the owner's
        /// places.
        public let bearing: Double?
    }

    private let own: [Place]
    private let gazetteer: GazetteerStore?
    private let found = FoundEntries()

    /// Creates a source of names; without a gazetteer, only the owner's places have one.
    public init(own: [Place] = [], gazetteer: GazetteerStore? = nil) {
        self.own = own.sorted { $0.shape.boundingRadius < $1.shape.boundingRadius }
        self.gazetteer = gazetteer
    }

    /// Returns the name of a position: that of the smallest of the owner's places around it, else of the nearest place of
    /// the gazetteer, however far that is; nil for none, and if the gazetteer cannot be read.
    public func name(of position: Coordinate) -> Name? {
        if let place = own.first(where: { $0.shape.contains(position) }) {
            return Name(text: place.name.text, distance: nil, bearing: nil)
        }
        guard let entry = entry(near: position) else { return nil }
        let (distance, bearing) = position.distanceAndBearing(to: entry.coordinate)
        return Name(text: entry.name, distance: distance, bearing: bearing)
    }

    /// Returns the nearest place to the first requested position in a cell of some 100 m: the ends of a year's
    /// trips are at few places.
    private func entry(near position: Coordinate) -> GazetteerEntry? {
        let cell = FoundEntries.Cell(position)
        if let entry = found.entries[cell] { return entry }
        let hits = try? gazetteer?.nearest(to: position, count: 1)
        let entry = hits?.first?.entry
        found.entries[cell] = entry
        return entry
    }
}

private final class FoundEntries {
    struct Cell: Hashable {
        private let north: Int
        private let east: Int

        init(_ position: Coordinate) {
            north = Int(position.latitude * 1000)
            east = Int(position.longitude * 1000)
        }
    }

    var entries: [Cell: GazetteerEntry] = [:]
}

extension JSONWriter {
    /// Writes the name of a place of the owner as `place`, and that of a place of the gazetteer as `near`.
    mutating func name(_ name: PlaceNames.Name?) {
        guard let name else { return }
        string(name.distance == nil ? "place" : "near", name.text)
        number("nearDistance", name.distance, decimals: 1)
        bearing("nearBearing", name.bearing)
    }
}
