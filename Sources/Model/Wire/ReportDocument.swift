import Basics
import Location
import JSON

/// The schema's keys and their kinds, not yet checked for sense.
struct ReportDocument: Decodable {
    struct FixMembers: Decodable {
        var timestamp: String?
        var mode: String
        var latitude: Double?
        var longitude: Double?
        var altitude: Double?
        var ellipsoidalAltitude: Double?
        var horizontalAccuracy: Double?
        var horizontalAccuracyOrigin: String?
        var verticalAccuracy: Double?
        var speed: Double?
        var speedAccuracy: Double?
        var course: Double?
        var courseAccuracy: Double?
        var climb: Double?
        var device: String?
        var differential: String?
        var source: String?
        var timeSource: String?
    }

    struct SatelliteMembers: Decodable {
        var used: Int?
        var visible: Int?
        var hdop: Double?
    }

    struct RejectionMembers: Decodable {
        var count: Int
        var epochs: Int
        var window: Double
        var reason: String
        var explanation: String
    }

    struct FaultMembers: Decodable {
        var fault: String
        var device: String
        var metres: Double?
    }

    struct PlaceMembers: Decodable {
        var name: String
        var region: String?
        var country: String?
        var distance: Double
        var bearing: Double?
    }

    var state: String
    var since: String
    var sequence: UInt64
    var detail: String?
    var age: Double?
    var fix: FixMembers?
    var received: String?
    var motion: String?
    var odometer: Double?
    var satellites: SatelliteMembers?
    var rejections: RejectionMembers?
    var receiverFault: FaultMembers?
    var place: PlaceMembers?
    var near: PlaceMembers?
    var inside: [String]?
}

extension ReportJSONError {
    /// Reads a document's keys and their kinds.
    static func read<Document: Decodable>(
        _ document: Document.Type, from bytes: [UInt8]
    ) throws(ReportJSONError) -> Document {
        do {
            return try SafeJSON.decode(document, from: bytes)
        } catch let error as DecodingError {
            throw ReportJSONError(error)
        } catch {
            throw ReportJSONError(key: "", reason: .notJSON("\(error)"))
        }
    }

    private init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(key: Self.path(context.codingPath + [key]), reason: .missing)
        case .valueNotFound(_, let context):
            self.init(key: Self.path(context.codingPath), reason: .missing)
        case .typeMismatch(let type, let context):
            self.init(key: Self.path(context.codingPath), reason: .wrongType(expected: Self.kind(of: type)))
        case .dataCorrupted(let context):
            self.init(key: Self.path(context.codingPath), reason: .notJSON(Self.text(of: context)))
        @unknown default:
            self.init(key: "", reason: .notJSON("\(error)"))
        }
    }

    /// The parser's words on one line without a full stop.
    private static func text(of context: DecodingError.Context) -> String {
        let words = context.debugDescription.split(whereSeparator: \.isNewline).joined(separator: " ")
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map(\.stringValue).joined(separator: ".")
    }

    private static func kind(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Double.Type: "a number"
        case is Int.Type, is UInt64.Type: "a whole number"
        case is Bool.Type: "true or false"
        default: "an object"
        }
    }
}
