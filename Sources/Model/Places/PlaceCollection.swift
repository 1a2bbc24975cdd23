/// All of an owner's places, each by its name.
public struct PlaceCollection: Hashable, Sendable {
    /// The most places, and corners of all of them together.
    public static let limits = (places: 5000, corners: 100_000)

    private var byName: [PlaceName: Place] = [:]
    private var corners = 0

    /// Begins with none.
    public init() {}

    /// Takes places.
    ///
    /// - Throws: ``PlaceCollectionError``, where two have one name or there are too many.
    public init(_ places: [Place]) throws(PlaceCollectionError) {
        for place in places { try add(place) }
    }

    /// The places by the order of their names.
    public var places: [Place] { byName.values.sorted { $0.name < $1.name } }

    /// How many there are.
    public var count: Int { byName.count }

    /// The place of a name; nil where there is none.
    public subscript(name: PlaceName) -> Place? { byName[name] }

    /// Adds a place.
    ///
    /// - Throws: ``PlaceCollectionError``, where its name is taken or there is no room.
    public mutating func add(_ place: Place) throws(PlaceCollectionError) {
        guard byName[place.name] == nil else { throw .nameTaken(place.name) }
        try set(place)
    }

    /// Adds a place, in place of the one of its name where there is one.
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

    /// Takes a place out.
    ///
    /// - Throws: ``PlaceCollectionError/unknown(_:)``.
    public mutating func remove(_ name: PlaceName) throws(PlaceCollectionError) {
        guard let place = byName.removeValue(forKey: name) else { throw .unknown(name) }
        corners -= place.shape.cornerCount
    }

    /// Gives a place another name; its own is no change, other spelling of it is.
    ///
    /// - Throws: ``PlaceCollectionError``, where there is no such place or the new name is another place's.
    public mutating func rename(_ name: PlaceName, to new: PlaceName) throws(PlaceCollectionError) {
        guard let place = byName[name], let renamed = place.renamed(new) else { throw .unknown(name) }
        guard name == new || byName[new] == nil else { throw .nameTaken(new) }
        byName[name] = nil
        byName[new] = renamed
    }
}

extension PlaceShape {
    /// How many corners it has; none for a circle.
    var cornerCount: Int {
        guard case .polygon(let polygon) = self else { return 0 }
        return polygon.rings.reduce(0) { $0 + $1.count }
    }
}

/// What a book of places does not do.
public enum PlaceCollectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another place has the name.
    case nameTaken(PlaceName)
    /// There is no place of the name.
    case unknown(PlaceName)
    /// There are as many places, or corners, as there may be.
    case full(places: Int, corners: Int)

    /// One line: what is wrong, and what would work.
    public var description: String {
        switch self {
        case .nameTaken(let name): "there is a place named \(name.text.debugDescription) already: remove or rename it first"
        case .unknown(let name): "there is no place named \(name.text.debugDescription)"
        case .full(let places, let corners):
            "there is no room: at most \(places) places with \(corners) corners in all, remove some first"
        }
    }
}
