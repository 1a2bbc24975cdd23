import JSON
import Places

/// The reason for which bytes are not a file of places.
public enum PlacesFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file exceeds the maximum size.
    case tooLarge(bytes: Int)
    /// The file is not JSON or lacks members that the format requires.
    case unreadable(format: String)
    /// There are more entries than ``PlaceCollection`` has room for.
    case tooMany(Int)
    /// The file does not hold exactly one polygon.
    case notOnePolygon(Int)
    /// The only polygon of the file is invalid.
    case badPolygon(String)

    /// The maximum size in bytes.
    public static let maxBytes = 8_000_000

    /// The problem and its fix in one line.
    public var description: String {
        switch self {
        case .tooLarge(let bytes): "\(bytes) bytes, at most \(Self.maxBytes) are allowed in a file of places"
        case .unreadable(let format): "not \(format)"
        case .tooMany(let limit): "more than \(limit) places"
        case .notOnePolygon(let count): "it has \(count) polygons instead of one"
        case .badPolygon(let detail): detail
        }
    }

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

/// An element of a list that decodes to nil if it has an unexpected type, so that the others can still be decoded.
struct Lossy<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

/// A list with invalid elements allowed, of at most as many as a collection of places has room for.
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
