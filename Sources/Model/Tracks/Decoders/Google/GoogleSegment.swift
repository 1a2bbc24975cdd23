import Basics
import Location

/// A movement or a visit under construction, as Google computed it; its members come in any order.
struct GoogleSegment {
    /// The maximum number of positions of a path: a path covers two hours.
    private static let maxPathPoints = 10_000

    private struct PathPoint {
        var position = GooglePosition()
        var time: Timestamp?
        /// Minutes since the start of the segment, as iPhones write.
        var offset: Double?
    }

    var startPlace = GooglePosition()
    var endPlace = GooglePosition()
    var visitedPlace = GooglePosition()

    private let line: Int
    private var start: Timestamp?
    private var end: Timestamp?
    private var path: [PathPoint] = []
    private var pathPoint = PathPoint()
    private var lostCount = 0

    init(line: Int) {
        self.line = line
    }

    /// Sets the start or the end; ignores other keys.
    mutating func setTime(_ key: GoogleKey, to text: Span<UInt8>) {
        switch key {
        case .startTime, .startTimestamp, .startTimestampMs: start = Timestamp(json: text)
        case .endTime, .endTimestamp, .endTimestampMs: end = Timestamp(json: text)
        default: break
        }
    }

    /// Sets a value of the current position of the path; ignores other keys.
    mutating func setPathPoint(_ key: GoogleKey, to text: Span<UInt8>) {
        switch key {
        case .time: pathPoint.time = Timestamp(json: text)
        case .durationMinutesOffsetFromStartTime: pathPoint.offset = Double(decimal: text)
        default: pathPoint.position.set(key, to: text)
        }
    }

    /// Ends the current position of the path.
    mutating func endPathPoint() {
        if path.count < Self.maxPathPoints { path.append(pathPoint) } else { lostCount += 1 }
        pathPoint = PathPoint()
    }

    /// Adds the points to a track, or the reasons for skipping them.
    func finish(device: String, into track: inout ParsedTrack) {
        if startPlace.isPresent { add(startPlace, at: start, of: device, to: &track) }
        if visitedPlace.isPresent { add(visitedPlace, at: start, of: device, to: &track) }
        for point in path { add(point.position, at: point.time ?? time(after: point.offset), of: device, to: &track) }
        for _ in 0..<lostCount { track.skip(.beyondSegment, line: line) }
        // A place without an extent in time is one point.
        if visitedPlace.isPresent, end != start { add(visitedPlace, at: end, of: device, to: &track) }
        if endPlace.isPresent, end != start { add(endPlace, at: end, of: device, to: &track) }
    }

    private func time(after minutes: Double?) -> Timestamp? {
        guard let start, let minutes, minutes.magnitude < 1e6 else { return nil }
        return start + .milliseconds(Int64(minutes * 60_000))
    }

    private func add(
        _ position: GooglePosition, at timestamp: Timestamp?, of device: String, to track: inout ParsedTrack
    ) {
        guard let coordinate = position.coordinate else { return track.skip(.badPosition, line: line) }
        var fix = Fix(device: device, mode: .twoDimensional)
        fix.coordinate = coordinate
        fix.timestamp = timestamp
        track.add(fix, line: line)
    }
}
