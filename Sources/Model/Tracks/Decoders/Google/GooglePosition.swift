import Basics
import Location

/// A position in one of Google's notations.
struct GooglePosition {
    /// Degrees; nil until read, or if unreadable.
    private(set) var latitude: Double?
    private(set) var longitude: Double?

    /// True if there is one, valid or not.
    private(set) var isPresent = false

    /// The position; nil if there is none or it is not valid.
    var coordinate: Coordinate? { Coordinate(optionalLatitude: latitude, longitude: longitude) }

    /// Sets the position, or one of its halves, from the value of a key; ignores other keys.
    mutating func set(_ key: GoogleKey, to text: Span<UInt8>) {
        switch key {
        case .latitudeE7, .latE7: (latitude, isPresent) = (Self.degrees(e7: text, limit: 90), true)
        case .longitudeE7, .lngE7: (longitude, isPresent) = (Self.degrees(e7: text, limit: 180), true)
        case .latLng, .rawLatLng, .point:
            (latitude, longitude) = Self.pair(text)
            isPresent = true
        default: break
        }
    }

    /// Parses degrees times ten million; files of some years have lost the sign of 32 bits.
    private static func degrees(e7 text: Span<UInt8>, limit: Double) -> Double? {
        guard let number = Double(decimal: text) else { return nil }
        let isWrapped = number > limit * 1e7 && number < 4_294_967_296
        return (isWrapped ? number - 4_294_967_296 : number) / 1e7
    }

    /// Parses `48.137°, 11.575°` of Android and `geo:48.137,11.575` of iPhones (RFC 5870, with parameters or without).
    private static func pair(_ text: Span<UInt8>) -> (Double?, Double?) {
        guard let comma = text.firstIndex(of: UInt8(ascii: ","), from: 0) else { return (nil, nil) }
        let end = text.firstIndex(of: UInt8(ascii: ";"), from: comma) ?? text.count
        let start = text.firstIndex(of: UInt8(ascii: ":"), from: 0).map { $0 + 1 } ?? 0
        guard start < comma else { return (nil, nil) }
        return (number(text.extracting(start..<comma)), number(text.extracting((comma + 1)..<end)))
    }

    /// Parses a number followed by a degree sign, in any encoding.
    private static func number(_ text: Span<UInt8>) -> Double? {
        let digits = text.indices.compactMap { text[$0] < 0x80 ? text[$0] : nil }
        return Double(decimal: digits.span)
    }
}
