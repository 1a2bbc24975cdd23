import Basics
import JSON

/// Parses GeoJSON lines with a time for each position in `properties` (`coordTimes`, or `times` as in
/// `coordinateProperties`) and points with a `time` or `timestamp`.
///
/// Positions are buffered until their feature ends, because their times may follow them: at most
/// ``GeoJSONFeature/maxPositions``.
struct GeoJSONParser: JSONTrackParser {
    /// The role of an open object or array.
    private enum Container {
        /// A feature, a collection or a bare geometry, which only its members distinguish.
        case feature
        case features, geometry, geometries, coordinates, position, properties, times, other
    }

    private enum Key: String, CaseIterable {
        case type, features, locations, geometry, geometries, coordinates, properties
        case coordTimes, times, coordinateProperties
    }

    private static let keys = JSONKeyTable<Key>()

    var track = ParsedTrack()
    private var hasSeenObject = false

    private let device: String
    private let isFixed: Bool
    private var containers: [Container] = []
    private var key: Key?
    private var member: PointMember?
    private var feature: GeoJSONFeature
    /// Complete features with points not yet delivered.
    private var pending: ArraySlice<GeoJSONFeature> = []

    /// - Parameters:
    ///   - device: the receiver of features that name none.
    ///   - isFixed: true if it is the receiver of all.
    init(device: String, isFixed: Bool = false) {
        self.device = device
        self.isFixed = isFixed
        feature = GeoJSONFeature(line: 1, properties: PointMembers(device: device, isFixed: isFixed))
    }

    private func feature(line: Int) -> GeoJSONFeature {
        GeoJSONFeature(line: line, properties: PointMembers(device: device, isFixed: isFixed))
    }

    mutating func handle(_ token: JSONToken, text: Span<UInt8>, line: Int) {
        switch token {
        case .objectStart: openObject(line)
        case .arrayStart: openArray()
        case .objectEnd, .arrayEnd: close()
        case .key:
            key = Self.keys.key(text)
            member = containers.last == .properties ? PointMember.table.key(text) : nil
        case .string, .number, .null, .yes, .no: handleScalar(token, text)
        }
        if token != .key { (key, member) = (nil, nil) }
    }

    /// True while complete features have undelivered positions.
    var hasPendingPoints: Bool { !pending.isEmpty }

    /// Delivers the points of complete features in batches, because a point takes ten times the memory of a position.
    mutating func flush(atMost limit: Int) {
        var left = limit
        while left > 0, !pending.isEmpty {
            left -= pending[pending.startIndex].flush(atMost: left, into: &track)
            if pending[pending.startIndex].isFlushed { pending.removeFirst() }
        }
    }

    mutating func finish(isComplete: Bool, line: Int) {
        if !isComplete, !feature.isEmpty { endFeature() }
        flush(atMost: .max)
        if isComplete, !hasSeenObject { track.fail(TrackError(line: line, "no GeoJSON object found")) }
    }

    private mutating func openObject(_ line: Int) {
        hasSeenObject = true
        switch (containers.last, key) {
        case (nil, _), (.features, _):
            feature = feature(line: line)
            containers.append(.feature)
        case (.feature, .geometry), (.geometries, _): containers.append(.geometry)
        case (.feature, .properties), (.properties, .coordinateProperties): containers.append(.properties)
        default: containers.append(.other)
        }
    }

    private mutating func openArray() {
        switch (containers.last, key) {
        // Overland sends its features as `locations`.
        case (nil, _), (.feature, .features), (.feature, .locations): containers.append(.features)
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
        case .coordinates where containers.last == .coordinates: feature.endLine()
        case .times where containers.last == .times: feature.endTimes()
        case .feature where !feature.isEmpty:
            endFeature()
            feature = feature(line: 1)
        default: break
        }
    }

    private mutating func endFeature() {
        feature.finish()
        pending.append(feature)
    }

    private mutating func handleScalar(_ token: JSONToken, _ text: Span<UInt8>) {
        switch containers.last {
        case .coordinates, .position:
            // An array that directly contains scalars is a position, invalid if they are not numbers; some programs
            // write them as strings.
            containers[containers.count - 1] = .position
            feature.add(token == .number || token == .string ? Double(decimal: text) : nil)
        case .times: feature.add(time: token == .null ? nil : Self.time(token, text))
        case .geometry where key == .type, .feature where key == .type && token == .string:
            feature.setType(text)
        case .properties: handleProperty(token, text)
        default: break
        }
    }

    private mutating func handleProperty(_ token: JSONToken, _ text: Span<UInt8>) {
        guard token != .null else { return }
        if let key {
            if key == .coordTimes || key == .times { feature.add(time: Self.time(token, text)) }
        } else if let member {
            switch token {
            case .yes, .no: feature.properties.set(member, to: token == .yes)
            default: feature.properties.set(member, to: text)
            }
        }
    }

    private static func time(_ token: JSONToken, _ text: Span<UInt8>) -> GeoJSONTime {
        guard token == .string || token == .number else { return .bad }
        return Timestamp(json: text).map { .known($0, lacksZone: Timestamp.lacksZone(json: text)) } ?? .bad
    }
}
