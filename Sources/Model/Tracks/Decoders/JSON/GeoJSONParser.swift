import Basics
import JSON
import Location

/// Parses the tokens of a GeoJSON document.
struct GeoJSONParser: JSONTokenHandler {
    /// The role of an open object or array.
    private enum Container {
        /// A feature, a collection or a bare geometry, which only its members distinguish.
        case feature
        case features, geometry, geometries, coordinates, position, properties, times, other
    }

    private enum Key: String, CaseIterable {
        case type, features, locations, geometry, geometries, coordinates, properties
        case coordTimes, times, coordinateProperties
        case time, timestamp, device, speed, course
        case altitude
        case horizontalAccuracy = "horizontal_accuracy"
        case verticalAccuracy = "vertical_accuracy"
    }

    /// The points and issues found so far; lent by the decoder.
    var track = ParsedTrack()
    /// True once any object has been read.
    private(set) var hasSeenObject = false

    private let device: String
    private let isFixed: Bool
    private var containers: [Container] = []
    private var key: Key?
    private var feature = GeoJSONFeature(line: 1)
    /// Complete features with points not yet delivered.
    private var pending: ArraySlice<GeoJSONFeature> = []

    init(device: String, isFixed: Bool = false) {
        self.device = device
        self.isFixed = isFixed
    }

    mutating func handle(_ token: JSONToken, text: Span<UInt8>, line: Int) {
        switch token {
        case .objectStart: openObject(line)
        case .arrayStart: openArray()
        case .objectEnd, .arrayEnd: close()
        case .key: key = Key.allCases.first { text.equals($0.rawValue) }
        case .string, .number, .null, .yes, .no: handleScalar(token, text)
        }
        if token != .key { key = nil }
    }

    /// True while complete features have undelivered positions.
    var hasPendingPoints: Bool { !pending.isEmpty }

    /// Delivers the points of complete features in batches, because a point takes ten times the memory of a position.
    mutating func flush(atMost limit: Int = .max) {
        var left = limit
        while left > 0, !pending.isEmpty {
            left -= pending[pending.startIndex].flush(atMost: left, device: device, into: &track)
            if pending[pending.startIndex].isFlushed { pending.removeFirst() }
        }
    }

    /// Delivers the positions of an incomplete feature after a syntax error.
    mutating func flushAfterError() {
        if !feature.isEmpty { pending.append(feature) }
        flush()
    }

    private mutating func openObject(_ line: Int) {
        hasSeenObject = true
        switch (containers.last, key) {
        case (nil, _), (.features, _):
            feature = GeoJSONFeature(line: line)
            containers.append(.feature)
        case (.feature, .geometry), (.geometries, _): containers.append(.geometry)
        case (.feature, .properties), (.properties, .coordinateProperties): containers.append(.properties)
        default: containers.append(.other)
        }
    }

    private mutating func openArray() {
        switch (containers.last, key) {
        // Overland sends its features as `locations`.
        case (.feature, .features), (.feature, .locations): containers.append(.features)
        case (.feature, .geometries), (.geometry, .geometries): containers.append(.geometries)
        case (.feature, .coordinates), (.geometry, .coordinates): containers.append(.coordinates)
        case (.coordinates, _): containers.append(.coordinates)
        case (.properties, .coordTimes), (.properties, .times), (.times, _): containers.append(.times)
        default: containers.append(.other)
        }
    }

    private mutating func close() {
        switch containers.popLast() {
        case .position: feature.endPosition()
        case .feature where !feature.isEmpty:
            pending.append(feature)
            feature = GeoJSONFeature(line: 1)
        default: break
        }
    }

    private mutating func handleScalar(_ token: JSONToken, _ text: Span<UInt8>) {
        switch containers.last {
        case .coordinates, .position:
            // An array that directly contains scalars is a position, invalid if they are not numbers.
            containers[containers.count - 1] = .position
            feature.add(token == .number ? Double(decimal: text) : nil)
        case .times: feature.add(time: token == .null ? nil : Self.time(token, text))
        case .geometry where key == .type, .feature where key == .type && token == .string:
            feature.setType(text)
        case .properties: handleProperty(token, text)
        default: break
        }
    }

    private mutating func handleProperty(_ token: JSONToken, _ text: Span<UInt8>) {
        guard let key, token != .null else { return }
        switch key {
        case .time, .timestamp: feature.setTime(Self.time(token, text))
        case .coordTimes, .times: feature.add(time: Self.time(token, text))
        case .device where token == .string && !isFixed:
            feature.device = DevicePath.printable(text.string)
        case .speed: feature.speed = Double(decimal: text)?.validSpeed
        case .course: feature.course = Double(decimal: text)?.validCourse
        case .altitude: feature.altitude = Double(decimal: text)?.validAltitude
        case .horizontalAccuracy: feature.horizontalAccuracy = Double(decimal: text)?.validAccuracy
        case .verticalAccuracy: feature.verticalAccuracy = Double(decimal: text)?.validAccuracy
        default: break
        }
    }

    /// Parses ISO 8601, or seconds or milliseconds since 1970; values past the year 3000 in seconds are milliseconds.
    private static func time(_ token: JSONToken, _ text: Span<UInt8>) -> GeoJSONTime {
        if token == .string { return Timestamp(lenientISO8601: text).map(GeoJSONTime.known) ?? .bad }
        guard let number = Double(decimal: text) else { return .bad }
        let seconds = number > 32_503_680_000 ? number / 1000 : number
        return Timestamp(secondsSince1970: seconds).map(GeoJSONTime.known) ?? .bad
    }
}
