public import Gazetteer
import JSON
public import Location
public import Places
import Wire

/// Names positions: by the owner's places, else by the nearest place of the gazetteer.
public struct PlaceNames {
    /// Metres; no place of the gazetteer farther away gives a name.
    public static let maxDistance = 20_000.0

    /// The name of a position.
    public struct Name: Hashable, Sendable {
        /// The name of the place.
        public let text: String
        /// Metres to a place of the gazetteer; nil within one of the owner's places.
        public let distance: Double?

        /// The name in a sentence, such as `Home` or `near Melbourne`.
        public var phrase: String { distance == nil ? text : "near \(text)" }
    }

    private let own: [Place]
    private let gazetteer: GazetteerStore?

    /// Creates a source of names; without a gazetteer, only the owner's places have one.
    public init(own: [Place] = [], gazetteer: GazetteerStore? = nil) {
        self.own = own.sorted { $0.shape.boundingRadius < $1.shape.boundingRadius }
        self.gazetteer = gazetteer
    }

    /// Returns the name of a position: that of the smallest of the owner's places around it, else of the nearest place of
    /// the gazetteer; nil for none, and if the gazetteer cannot be read.
    public func name(of position: Coordinate) -> Name? {
        if let place = own.first(where: { $0.shape.contains(position) }) {
            return Name(text: place.name.text, distance: nil)
        }
        let hits = try? gazetteer?.nearest(to: position, within: Self.maxDistance, count: 1)
        return hits?.first.map { Name(text: $0.entry.name, distance: $0.distance) }
    }
}

extension JSONWriter {
    /// Writes the name of a place of the owner as `place`, and that of a place of the gazetteer as `near`.
    mutating func name(_ name: PlaceNames.Name?) {
        guard let name else { return }
        string(name.distance == nil ? "place" : "near", name.text)
        number("nearDistance", name.distance, decimals: 1)
    }
}
