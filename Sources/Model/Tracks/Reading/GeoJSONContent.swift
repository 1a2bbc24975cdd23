import Basics
import JSON
import Location

/// What GeoJSON says, token by token.
struct GeoJSONContent: JSONContent {
    /// What an open object or array is.
    private enum Place {
        /// A feature, a collection, or a geometry by itself: its members tell.
        case feature
        case features, geometry, geometries, coordinates, position, properties, times, other
    }

    private enum Key: String, CaseIterable {
        case type, features, geometry, geometries, coordinates, properties, coordTimes, times, coordinateProperties
        case time, timestamp, device, speed, course
        case altitude
        case horizontalAccuracy = "horizontal_accuracy"
        case verticalAccuracy = "vertical_accuracy"
    }

    /// What has been found; lent by the decoder.
    var harvest = TrackHarvest()
    /// Whether there was anything at all.
    private(set) var hasSeenObject = false

    private let device: String
    private var places: [Place] = []
    private var key: Key?
    private var feature = GeoJSONFeature(line: 1)
    /// Features that have ended, and whose points have not all been given.
    private var waiting: ArraySlice<GeoJSONFeature> = []

    init(device: String) {
        self.device = device
    }

    mutating func take(_ token: JSONToken, _ text: Span<UInt8>, line: Int) {
        switch token {
        case .objectStart: openObject(line)
        case .arrayStart: openArray()
        case .objectEnd, .arrayEnd: close()
        case .key: key = Key.allCases.first { text.equals($0.rawValue) }
        case .string, .number, .null, .yes, .no: takeScalar(token, text)
        }
        if token != .key { key = nil }
    }

    /// Whether there are positions that are not points yet.
    var holdsBack: Bool { !waiting.isEmpty }

    /// Gives the points of features that have ended, some at a time: a point takes ten times as much as a position.
    mutating func release(atMost limit: Int = .max) {
        var left = limit
        while left > 0, !waiting.isEmpty {
            left -= waiting[waiting.startIndex].release(atMost: left, device: device, into: &harvest)
            if waiting[waiting.startIndex].isReleased { waiting.removeFirst() }
        }
    }

    /// Keeps what is certain of a feature in which the document broke.
    mutating func abandon() {
        if !feature.isEmpty { waiting.append(feature) }
        release()
    }

    private mutating func openObject(_ line: Int) {
        hasSeenObject = true
        switch (places.last, key) {
        case (nil, _), (.features, _):
            feature = GeoJSONFeature(line: line)
            places.append(.feature)
        case (.feature, .geometry), (.geometries, _): places.append(.geometry)
        case (.feature, .properties), (.properties, .coordinateProperties): places.append(.properties)
        default: places.append(.other)
        }
    }

    private mutating func openArray() {
        switch (places.last, key) {
        case (.feature, .features): places.append(.features)
        case (.feature, .geometries), (.geometry, .geometries): places.append(.geometries)
        case (.feature, .coordinates), (.geometry, .coordinates): places.append(.coordinates)
        case (.coordinates, _): places.append(.coordinates)
        case (.properties, .coordTimes), (.properties, .times), (.times, _): places.append(.times)
        default: places.append(.other)
        }
    }

    private mutating func close() {
        switch places.popLast() {
        case .position: feature.endPosition()
        case .feature where !feature.isEmpty:
            waiting.append(feature)
            feature = GeoJSONFeature(line: 1)
        default: break
        }
    }

    private mutating func takeScalar(_ token: JSONToken, _ text: Span<UInt8>) {
        switch places.last {
        case .coordinates, .position:
            // An array that holds scalars is a position, a bad one where they are no numbers.
            places[places.count - 1] = .position
            feature.add(token == .number ? Double(decimal: text) : nil)
        case .times: feature.add(time: token == .null ? nil : Self.time(token, text))
        case .geometry where key == .type, .feature where key == .type && token == .string:
            feature.setType(text)
        case .properties: takeProperty(token, text)
        default: break
        }
    }

    private mutating func takeProperty(_ token: JSONToken, _ text: Span<UInt8>) {
        guard let key, token != .null else { return }
        switch key {
        case .time, .timestamp: feature.setTime(Self.time(token, text))
        case .coordTimes, .times: feature.add(time: Self.time(token, text))
        case .device where token == .string:
            feature.device = PrintableText.text(text.string, atMost: PrintableText.longestDevice)
        case .speed: feature.speed = Double(decimal: text)?.asSpeed
        case .course: feature.course = Double(decimal: text)?.asCourse
        case .altitude: feature.altitude = Double(decimal: text)?.asAltitude
        case .horizontalAccuracy: feature.horizontalAccuracy = Double(decimal: text)?.asError
        case .verticalAccuracy: feature.verticalAccuracy = Double(decimal: text)?.asError
        default: break
        }
    }

    /// ISO 8601, or seconds or milliseconds since 1970: what is beyond the year 3000 in seconds is in milliseconds.
    private static func time(_ token: JSONToken, _ text: Span<UInt8>) -> GeoJSONTime {
        if token == .string { return Timestamp(reading: text).map(GeoJSONTime.known) ?? .bad }
        guard let number = Double(decimal: text) else { return .bad }
        let seconds = number > 32_503_680_000 ? number / 1000 : number
        return Timestamp(secondsSince1970: seconds).map(GeoJSONTime.known) ?? .bad
    }
}
