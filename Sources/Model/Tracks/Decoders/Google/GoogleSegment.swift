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

    /// The line, from 1.
    let line: Int
    /// True for a visit within another one, as to a shop in a mall.
    var isInner = false
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

    mutating func endPathPoint() {
        if path.count < Self.maxPathPoints { path.append(pathPoint) } else { lostCount += 1 }
        pathPoint = PathPoint()
    }

    /// The span of a visit; nil if it is none or has no end.
    var visit: ClosedRange<Timestamp>? {
        guard visitedPlace.isPresent, let start, let end, start < end else { return nil }
        return start...end
    }

    /// Adds the points of a path or a visit to a track, or the reasons for skipping them.
    ///
    /// - Parameters:
    ///   - device: the receiver.
    ///   - coverage: gets the times of the path.
    ///   - track: the track.
    /// - Returns: the ends of a movement, which count unless a path has their times.
    func finish(
        device: String, coverage: inout GoogleCoverage, into track: inout ParsedTrack
    ) -> [GoogleDeferral.End] {
        if visitedPlace.isPresent { add(visitedPlace, at: start, of: device, to: &track) }
        let times = path.map { $0.time ?? time(after: $0.offset) }
        for (point, time) in zip(path, times) { add(point.position, at: time, of: device, to: &track) }
        coverage.add(path: zip(path, times).compactMap { $0.position.coordinate == nil ? nil : $1 })
        for _ in 0..<lostCount { track.skip(.beyondSegment, line: line) }
        // A place without an extent in time is one point.
        if visitedPlace.isPresent, end != start { add(visitedPlace, at: end, of: device, to: &track) }
        let first = startPlace.isPresent ? moved(startPlace, at: start, of: device, to: &track) : nil
        let last = endPlace.isPresent && end != start ? moved(endPlace, at: end, of: device, to: &track) : nil
        return [first, last].compactMap { $0 }
    }

    /// Adds the ends of a movement of Takeout's, or the ends of a visit, to a track, or the reasons for skipping them.
    func finish(device: String, into track: inout ParsedTrack) {
        if startPlace.isPresent { add(startPlace, at: start, of: device, to: &track) }
        if visitedPlace.isPresent { add(visitedPlace, at: start, of: device, to: &track) }
        // A place without an extent in time is one point.
        if visitedPlace.isPresent, end != start { add(visitedPlace, at: end, of: device, to: &track) }
        if endPlace.isPresent, end != start { add(endPlace, at: end, of: device, to: &track) }
    }

    /// Returns an end of a movement; nil if it is not valid, which is counted.
    private func moved(
        _ position: GooglePosition, at timestamp: Timestamp?, of device: String, to track: inout ParsedTrack
    ) -> GoogleDeferral.End? {
        guard let coordinate = position.coordinate, let timestamp else {
            add(position, at: timestamp, of: device, to: &track)
            return nil
        }
        return GoogleDeferral.End(coordinate: coordinate, timestamp: timestamp, line: line)
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
