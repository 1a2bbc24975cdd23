/// The owner's places, by name.
public struct PlaceCollection: Hashable, Sendable {
    /// The maximum number of places, and of corners of all places together.
    public static let limits = (places: 5000, corners: 100_000)

    private var byName: [PlaceName: Place] = [:]
    private var corners = 0

    /// Creates an empty collection.
    public init() {}

    /// Creates a collection of places.
    ///
    /// - Throws: ``PlaceCollectionError`` if a name occurs twice or there are too many places or corners.
    public init(_ places: [Place]) throws(PlaceCollectionError) {
        for place in places { try add(place) }
    }

    /// The places in the order of their names.
    public var places: [Place] { byName.values.sorted { $0.name < $1.name } }

    /// The number of places.
    public var count: Int { byName.count }

    /// Returns the place of a name; nil if there is none.
    public subscript(name: PlaceName) -> Place? { byName[name] }

    /// Adds a place.
    ///
    /// - Throws: ``PlaceCollectionError`` if its name is taken or the collection is full.
    public mutating func add(_ place: Place) throws(PlaceCollectionError) {
        guard byName[place.name] == nil else { throw .nameTaken(place.name) }
        try set(place)
    }

    /// Adds a place or replaces the one of the same name.
    ///
    /// - Throws: ``PlaceCollectionError/full(places:corners:)``; then nothing has changed.
    public mutating func set(_ place: Place) throws(PlaceCollectionError) {
        let before = byName[place.name]
        let now = corners - (before?.shape.cornerCount ?? 0) + place.shape.cornerCount
        guard before != nil || count < Self.limits.places, now <= Self.limits.corners else {
            throw .full(places: Self.limits.places, corners: Self.limits.corners)
        }
        byName[place.name] = place
        corners = now
    }

    /// Removes a place.
    ///
    /// - Throws: ``PlaceCollectionError/unknown(_:)``.
    public mutating func remove(_ name: PlaceName) throws(PlaceCollectionError) {
        guard let place = byName.removeValue(forKey: name) else { throw .unknown(name) }
        corners -= place.shape.cornerCount
    }

    /// Renames a place; another spelling of the same name is a change.
    ///
    /// - Throws: ``PlaceCollectionError`` if there is no such place or the new name belongs to another one.
    public mutating func rename(_ name: PlaceName, to new: PlaceName) throws(PlaceCollectionError) {
        guard let place = byName[name], let renamed = place.renamed(new) else { throw .unknown(name) }
        guard name == new || byName[new] == nil else { throw .nameTaken(new) }
        byName[name] = nil
        byName[new] = renamed
    }
}

extension PlaceShape {
    /// The number of corners; 0 for a circle.
    var cornerCount: Int {
        guard case .polygon(let polygon) = self else { return 0 }
        return polygon.rings.reduce(0) { $0 + $1.count }
    }
}

/// The reason for which a collection of places rejects a change.
public enum PlaceCollectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another place has the name.
    case nameTaken(PlaceName)
    /// There is no place of the name.
    case unknown(PlaceName)
    /// The maximum number of places or corners is reached.
    case full(places: Int, corners: Int)

    /// The problem and its fix in one line.
    public var description: String {
        switch self {
        case .nameTaken(let name):
            "there is a place named \(name.text.debugDescription) already: remove or rename it first"
        case .unknown(let name): "there is no place named \(name.text.debugDescription)"
        case .full(let places, let corners):
            "at most \(places) places with \(corners) corners in total are allowed, remove some first"
        }
    }
}
