import JSON
import Places

/// Why bytes are no file of places.
public enum PlacesFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are more bytes than a file may have.
    case tooLarge(bytes: Int)
    /// They are not JSON, or have not the members that the format wants.
    case unreadable(format: String)
    /// There are more entries than ``PlaceCollection`` has room for.
    case tooMany(Int)
    /// A file that should hold one polygon holds another number of them.
    case notOnePolygon(Int)
    /// The one polygon of a file is none.
    case badPolygon(String)

    /// The most bytes of a file.
    public static let maxBytes = 8_000_000

    /// One line: what is wrong, and what would work.
    public var description: String {
        switch self {
        case .tooLarge(let bytes): "\(bytes) bytes, a file of places has at most \(Self.maxBytes)"
        case .unreadable(let format): "not \(format)"
        case .tooMany(let limit): "more than \(limit) places"
        case .notOnePolygon(let count): "it has \(count) polygons, and one is wanted"
        case .badPolygon(let words): words
        }
    }

    /// Decodes a whole document.
    static func read<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], format: String
    ) throws(PlacesFormatError) -> Value {
        guard bytes.count <= maxBytes else { throw .tooLarge(bytes: bytes.count) }
        do {
            return try SafeJSON.decode(type, from: bytes)
        } catch let error as PlacesFormatError {
            throw error
        } catch {
            throw .unreadable(format: format)
        }
    }
}

/// A member of a list that is nil where it is of another kind than expected, so that the others can still be read.
struct Lossy<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

/// A list of members of which each may be bad; there are at most as many as a book of places has room for.
struct LossyList<Value: Decodable>: Decodable {
    let values: [Value?]

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var values: [Value?] = []
        while !list.isAtEnd {
            guard values.count < PlaceCollection.limits.places else {
                throw PlacesFormatError.tooMany(PlaceCollection.limits.places)
            }
            values.append(try list.decode(Lossy<Value>.self).value)
        }
        self.values = values
    }
}
