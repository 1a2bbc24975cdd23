import Basics
import Location

enum GeoJSONTime {
    case known(Timestamp, lacksZone: Bool)
    case bad
}

/// A feature under construction.
struct GeoJSONFeature {
    /// The maximum number of buffered positions: 10 MB, and ten times that as points.
    static let maxPositions = 200_000

    /// The properties of a single point, and the receiver of a line.
    var properties: PointMembers

    private let line: Int
    private var positions: [GeoJSONPosition] = []
    private var times: [GeoJSONTime?] = []
    /// The number of positions at the end of each line, and of times at the end of each list of them.
    private var lineEnds: [Int] = []
    private var timeEnds: [Int] = []
    private var isArea = false
    private var droppedCount = 0
    private var flushed = 0
    private var numbers: (longitude: Double?, latitude: Double?, altitude: Double?, count: Int) = (nil, nil, nil, 0)

    init(line: Int, properties: PointMembers) {
        self.line = line
        self.properties = properties
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

    mutating func endLine() {
        if lineEnds.count < Self.maxPositions { lineEnds.append(positions.count) }
    }

    mutating func endTimes() {
        if timeEnds.count < Self.maxPositions { timeEnds.append(times.count) }
    }

    /// Ends the feature.
    ///
    /// Where lines have lists of times, each list begins with its line, so that a missing time moves no other line's.
    mutating func finish() {
        guard timeEnds.count > 1, timeEnds.count == lineEnds.count, timeEnds != lineEnds else { return }
        var aligned: [GeoJSONTime?] = []
        for (index, end) in lineEnds.enumerated() {
            let start = index > 0 ? timeEnds[index - 1] : 0
            let count = end - aligned.count
            let own = times[start..<timeEnds[index]].prefix(count)
            aligned += own + Array(repeating: nil, count: count - own.count)
        }
        times = aligned
    }

    mutating func setType(_ type: Span<UInt8>) {
        isArea = isArea || type.equals("Polygon") || type.equals("MultiPolygon")
    }

    /// Adds up to a number of points to a track, or the reasons for skipping them.
    ///
    /// - Returns: the number of positions processed, at least 1.
    mutating func flush(atMost limit: Int, into track: inout ParsedTrack) -> Int {
        let end = min(flushed + min(limit, positions.count), positions.count)
        let isLine = positions.count > 1
        if isLine, flushed == 0 { track.divide() }
        defer { if isLine, end == positions.count { track.divide() } }
        for index in flushed..<end { add(positions[index], at: index, to: &track) }
        defer { flushed = end }
        if end == positions.count {
            for _ in 0..<droppedCount { track.skip(.beyondLine, line: line) }
        }
        return max(end - flushed, 1)
    }

    var isFlushed: Bool { flushed == positions.count }

    private func add(_ position: GeoJSONPosition, at index: Int, to track: inout ParsedTrack) {
        guard !isArea else { return track.skip(.notTrack, line: line) }
        guard let coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude) else {
            return track.skip(.badPosition, line: line)
        }
        var members = positions.count == 1 ? properties : PointMembers(device: properties.point.fix.device)
        members.inherit(properties)
        // A single time dates none of several positions.
        if times.indices.contains(index) || positions.count > 1 {
            switch times.indices.contains(index) ? times[index] : nil {
            case .known(let timestamp, let lacksZone): members.setTime(timestamp, lacksZone: lacksZone)
            case .bad: return track.skip(.badTime, line: line)
            case nil: return track.skip(.noTime, line: line)
            }
        }
        if let altitude = position.altitude { members.setEllipsoidalAltitude(altitude) }
        members.finish(at: coordinate, line: line, into: &track)
    }
}
