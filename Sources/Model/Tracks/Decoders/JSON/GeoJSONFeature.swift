import Basics
import Location

/// A timestamp in GeoJSON.
enum GeoJSONTime {
    case known(Timestamp)
    case bad
}

/// A feature under construction.
struct GeoJSONFeature {
    /// The maximum number of buffered positions: 10 MB, and ten times that as points.
    static let maxPositions = 200_000

    /// The receiver; nil if the feature names none.
    var device: String?
    /// Properties of a single point, as written by Overland and others.
    var speed: Double?
    var course: Double?
    /// Metres above mean sea level.
    var altitude: Double?
    var horizontalAccuracy: Double?
    var verticalAccuracy: Double?

    private let line: Int
    private var positions: [GeoJSONPosition] = []
    private var times: [GeoJSONTime?] = []
    private var time: GeoJSONTime?
    private var isArea = false
    private var droppedCount = 0
    private var flushed = 0
    private var numbers: (longitude: Double?, latitude: Double?, altitude: Double?, count: Int) = (nil, nil, nil, 0)

    init(line: Int) {
        self.line = line
    }

    /// True if the feature has no own positions, as a feature collection.
    var isEmpty: Bool { positions.isEmpty && droppedCount == 0 }

    mutating func add(_ number: Double?) {
        switch numbers.count {
        case 0: numbers.longitude = number
        case 1: numbers.latitude = number
        case 2: numbers.altitude = number?.validAltitude
        default: break
        }
        numbers.count += 1
    }

    mutating func endPosition() {
        let place = GeoJSONPosition(
            longitude: numbers.longitude ?? .nan, latitude: numbers.latitude ?? .nan, altitude: numbers.altitude)
        numbers = (nil, nil, nil, 0)
        if positions.count < Self.maxPositions { positions.append(place) } else { droppedCount += 1 }
    }

    mutating func add(time: GeoJSONTime?) {
        if times.count < Self.maxPositions { times.append(time) }
    }

    /// Sets the time; the first of `time` and `timestamp` wins.
    mutating func setTime(_ time: GeoJSONTime) {
        self.time = self.time ?? time
    }

    mutating func setType(_ type: Span<UInt8>) {
        isArea = isArea || type.equals("Polygon") || type.equals("MultiPolygon")
    }

    /// Adds up to a number of points to a track, or the reasons for skipping them.
    ///
    /// - Returns: the number of positions processed, at least 1.
    mutating func flush(atMost limit: Int, device: String, into track: inout ParsedTrack) -> Int {
        let end = min(flushed + min(limit, positions.count), positions.count)
        let isLine = positions.count > 1
        if isLine, flushed == 0 { track.divide() }
        defer { if isLine, end == positions.count { track.divide() } }
        for index in flushed..<end { add(positions[index], time: self.time(of: index), device: device, to: &track) }
        defer { flushed = end }
        if end == positions.count {
            for _ in 0..<droppedCount { track.skip(.beyondLine, line: line) }
        }
        return max(end - flushed, 1)
    }

    /// True once all positions have been processed.
    var isFlushed: Bool { flushed == positions.count }

    /// Returns nil for several positions with a single time, which dates none of them.
    private func time(of index: Int) -> GeoJSONTime? {
        if times.indices.contains(index) { return times[index] }
        return times.isEmpty && positions.count == 1 ? time : nil
    }

    private func add(
        _ position: GeoJSONPosition, time: GeoJSONTime?, device: String, to track: inout ParsedTrack
    ) {
        guard !isArea else { return track.skip(.notTrack, line: line) }
        guard let coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude) else {
            return track.skip(.badPosition, line: line)
        }
        var fix = Fix(device: self.device ?? device)
        fix.coordinate = coordinate
        switch time {
        case .known(let timestamp): fix.timestamp = timestamp
        case .bad: return track.skip(.badTime, line: line)
        case nil: return track.skip(.noTime, line: line)
        }
        fix.ellipsoidalAltitude = position.altitude
        if positions.count == 1 { addProperties(to: &fix) }
        fix.inferMode()
        track.add(fix, line: line)
    }

    private func addProperties(to fix: inout Fix) {
        fix.altitude = altitude
        fix.speed = speed
        fix.course = course
        fix.horizontalAccuracy = horizontalAccuracy.flatMap { HorizontalAccuracy(radius: $0, origin: .receiver) }
        fix.verticalAccuracy = verticalAccuracy
    }
}
