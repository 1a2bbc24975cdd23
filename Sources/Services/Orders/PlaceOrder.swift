public import Places

/// The places that contain the position, as the daemon requests their targets from root's helper.
///
/// A text file: a heading, then a name a line. An untrusted user writes it, and root reads it.
public struct PlaceOrder: Hashable, Sendable {
    /// The maximum number of places; further ones get no target.
    public static let maxPlaces = 100
    /// The maximum size of the text in bytes.
    public static let maxBytes = heading.utf8.count + maxPlaces * (PlaceName.maxBytes + 1)
    /// The name of an order's file.
    public static let fileName = "places"
    /// The name of the file while the order is being carried out.
    public static let takenName = "places-taken"

    private static let heading = "whereismy-places 1\n"

    /// The places that contain the position, at most ``maxPlaces``.
    public let places: Set<PlaceName>

    /// Creates an order for places; of too many, the first in alphabetical order.
    public init(_ places: some Collection<PlaceName>) {
        let unique = Set(places)
        self.places = unique.count > Self.maxPlaces ? Set(unique.sorted().prefix(Self.maxPlaces)) : unique
    }

    /// Reads the text of an order; nothing in it is passed over.
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

    /// The text of the order.
    public var bytes: [UInt8] {
        Array((Self.heading + places.sorted().map { "\($0.text)\n" }.joined()).utf8)
    }
}

/// The reason why a file is no order; contains nothing of its content, which need not reach the journal.
public enum PlaceOrderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is longer than any order.
    case tooLong
    /// The file is not UTF-8.
    case notText
    /// The heading is missing, or the file is truncated.
    case notAnOrder
    /// The file has too many lines.
    case tooMany
    /// A line, from 1, is not the name of a place.
    case notAName(line: Int)

    /// One line: what is wrong.
    public var description: String {
        switch self {
        case .tooLong: "longer than \(PlaceOrder.maxBytes) bytes"
        case .notText: "not UTF-8"
        case .notAnOrder: "heading or last line end missing"
        case .tooMany: "more than \(PlaceOrder.maxPlaces) places"
        case .notAName(let line): "line \(line): not the name of a place"
        }
    }
}
