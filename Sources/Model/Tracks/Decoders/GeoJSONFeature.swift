import Basics
import Location

/// A time of GeoJSON.
enum GeoJSONTime {
    case known(Timestamp)
    case bad
}

/// A feature as far as it has been read.
struct GeoJSONFeature {
    /// The most positions that are held back: 10 MB, and ten times that once they are points.
    static let maxPositions = 200_000

    /// The receiver, where the feature names one.
    var device: String?
    /// Properties of a single point, as Overland and others write them.
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

    /// Whether it has no positions, as a collection has none of its own.
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

    /// The first of `time` and `timestamp` counts.
    mutating func setTime(_ time: GeoJSONTime) {
        self.time = self.time ?? time
    }

    mutating func setType(_ type: Span<UInt8>) {
        isArea = isArea || type.equals("Polygon") || type.equals("MultiPolygon")
    }

    /// Adds some of the points to a harvest, or what they lack.
    ///
    /// - Returns: how many positions that were, at least one.
    mutating func flush(atMost limit: Int, device: String, into harvest: inout ParsedTrack) -> Int {
        let end = min(flushed + min(limit, positions.count), positions.count)
        for index in flushed..<end { add(positions[index], self.time(of: index), device, &harvest) }
        defer { flushed = end }
        if end == positions.count {
            for _ in 0..<droppedCount { harvest.skip(.beyondLine, line: line) }
        }
        return max(end - flushed, 1)
    }

    /// Whether all of it has been added.
    var isFlushed: Bool { flushed == positions.count }

    /// One time for several positions tells none of them when it was there.
    private func time(of index: Int) -> GeoJSONTime? {
        if times.indices.contains(index) { return times[index] }
        return times.isEmpty && positions.count == 1 ? time : nil
    }

    private func add(
        _ position: GeoJSONPosition, _ time: GeoJSONTime?, _ device: String, _ harvest: inout ParsedTrack
    ) {
        guard !isArea else { return harvest.skip(.notTrack, line: line) }
        guard let coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude) else {
            return harvest.skip(.badPosition, line: line)
        }
        var fix = Fix(device: self.device ?? device)
        fix.coordinate = coordinate
        switch time {
        case .known(let timestamp): fix.timestamp = timestamp
        case .bad: return harvest.skip(.badTime, line: line)
        case nil: return harvest.skip(.noTime, line: line)
        }
        fix.ellipsoidalAltitude = position.altitude
        if positions.count == 1 { addProperties(to: &fix) }
        fix.inferMode()
        harvest.add(fix, line: line)
    }

    private func addProperties(to fix: inout Fix) {
        fix.altitude = altitude
        fix.speed = speed
        fix.course = course
        fix.horizontalAccuracy = horizontalAccuracy.flatMap { HorizontalAccuracy(radius: $0, origin: .receiver) }
        fix.verticalAccuracy = verticalAccuracy
    }
}
