public import Places

/// The places that one is in, as the daemon tells it to who starts and stops their targets.
///
/// As text: a line that says what it is, then a name a line. It is written by a user who is not trusted, and read by
/// root.
public struct PlaceOrder: Hashable, Sendable {
    /// The most places in an order; whoever is in more has to do without the targets of the others.
    public static let maxPlaces = 100
    /// The most bytes of its text.
    public static let maxBytes = heading.utf8.count + maxPlaces * (PlaceName.maxBytes + 1)
    /// What the file of an order is called.
    public static let fileName = "places"
    /// What it is called from when it was taken to when it was carried out.
    public static let takenName = "places-taken"

    private static let heading = "whereismy-places 1\n"

    /// The places that one is in, no more than ``mostPlaces``.
    public let places: Set<PlaceName>

    /// Takes the places that one is in, of too many the first by the alphabet.
    public init(_ places: some Collection<PlaceName>) {
        let unique = Set(places)
        self.places = unique.count > Self.maxPlaces ? Set(unique.sorted().prefix(Self.maxPlaces)) : unique
    }

    /// Reads the text of an order; nothing in it is passed over.
    ///
    /// - Throws: ``PlaceOrderError``.
    public init(reading bytes: [UInt8]) throws(PlaceOrderError) {
        guard bytes.count <= Self.maxBytes else { throw .tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        guard text.hasPrefix(Self.heading), text.utf8.last == UInt8(ascii: "\n") else { throw .notAnOrder }
        let lines = text.utf8.dropFirst(Self.heading.utf8.count).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).dropLast()
        guard lines.count <= Self.maxPlaces else { throw .tooMany }
        var places = Set<PlaceName>()
        for (index, line) in lines.enumerated() {
            guard let name = PlaceName(String(Substring(line))) else { throw .notAName(line: index + 2) }
            places.insert(name)
        }
        self.places = places
    }

    /// Its text.
    public var bytes: [UInt8] {
        Array((Self.heading + places.sorted().map { "\($0.text)\n" }.joined()).utf8)
    }
}

/// Why something is no order; it has nothing of what was read in it, which the journal need not show.
public enum PlaceOrderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has more bytes than an order can have.
    case tooLong
    /// It is not UTF-8.
    case notText
    /// It does not begin as an order does, or it is cut off.
    case notAnOrder
    /// It has more lines than an order may have.
    case tooMany
    /// A line, counted from 1, is not the name of a place.
    case notAName(line: Int)

    /// One line: what is wrong.
    public var description: String {
        switch self {
        case .tooLong: "longer than \(PlaceOrder.maxBytes) bytes"
        case .notText: "not UTF-8"
        case .notAnOrder: "does not begin or end as an order does"
        case .tooMany: "more than \(PlaceOrder.maxPlaces) places"
        case .notAName(let line): "line \(line): not the name of a place"
        }
    }
}
