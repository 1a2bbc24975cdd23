import Basics
import JSON

/// Parses Google's location histories: `Records.json` and the months of `Semantic Location History` from Takeout, and the
/// `Timeline.json` that Android and iPhones export since 2024, with the `Timeline Edits.json` of Takeout.
///
/// Google does not describe the formats; these are the members that files of many years have. Of movements and visits,
/// which Google computes, the ends are points; positions without a time are left out. A way that is there several times
/// counts once: a path counts before raw signals and before the ends of a movement in its minutes, and a visit before
/// those within it.
struct GoogleHistoryParser: JSONTrackParser {
    private static let keys = JSONKeyTable<GoogleKey>()
    /// The number of points delivered at once; limits the receiver's buffer.
    private static let maxPointsPerFlush = 5000

    var track = ParsedTrack()

    private let device: String
    private var containers: [GoogleContainer] = []
    private var key: GoogleKey?
    private var record: GoogleRecord
    private var segment = GoogleSegment(line: 1)
    private var coverage = GoogleCoverage()
    private var deferral = GoogleDeferral()
    /// True once the segments of a phone's timeline have been read.
    private var hasSegments = false
    private var visits = GoogleVisits()

    /// - Parameter device: the receiver of points for which the file names none.
    init(device: String) {
        self.device = device
        record = GoogleRecord(line: 1, device: device)
    }

    mutating func handle(_ token: JSONToken, text: Span<UInt8>, line: Int) {
        switch token {
        case .key: key = Self.keys.key(text)
        case .objectStart: open(GoogleContainer(objectIn: containers.last, key: key), line)
        case .arrayStart: open(GoogleContainer(arrayIn: containers.last, key: key), line)
        case .objectEnd, .arrayEnd: close()
        case .string, .number: if let key { set(key, to: text) }
        case .null, .yes, .no: break
        }
        if token != .key { key = nil }
    }

    var hasPendingPoints: Bool { deferral.isPending }

    mutating func flush(atMost limit: Int) {
        deferral.flush(atMost: limit, device: device, coverage, into: &track)
    }

    mutating func finish(isComplete: Bool, line: Int) {
        endVisits()
        deferral.release()
        flush(atMost: .max)
    }

    private mutating func open(_ container: GoogleContainer, _ line: Int) {
        containers.append(container)
        switch container {
        case .record: record = GoogleRecord(line: line, device: device)
        case .segment, .activitySegment, .placeVisit: segment = GoogleSegment(line: line)
        default: break
        }
    }

    private mutating func close() {
        switch containers.popLast() {
        case .record: endRecord()
        case .pathPoint: segment.endPathPoint()
        case .segment: endSegment()
        case .segments:
            hasSegments = true
            endVisits()
            deferral.release()
            flush(atMost: Self.maxPointsPerFlush)
        case .root: deferral.release()
        case .activitySegment, .placeVisit: segment.finish(device: device, into: &track)
        case .childVisit: track.skip(.innerVisit, line: segment.line)
        case .waypoint: track.skip(.timeSpan, line: segment.line)
        default: break
        }
    }

    private mutating func endRecord() {
        guard containers.last == .signal else { return record.finish(into: &track) }
        // Raw signals before the segments wait for the paths.
        if hasSegments || !deferral.append(record) { record.finish(coverage, into: &track) }
    }

    private mutating func endSegment() {
        guard let visit = segment.visit else { return finish(segment) }
        guard !segment.isInner else { return track.skip(.innerVisit, line: segment.line) }
        // Of a path in a visit, which no program is known to write, only the times would be late.
        let decision = visits.add(segment, visit)
        for inner in decision.inner { track.skip(.innerVisit, line: inner.line) }
        if let outer = decision.outer { finish(outer) }
    }

    private mutating func endVisits() {
        for visit in visits.removeAll() { finish(visit) }
    }

    private mutating func finish(_ segment: GoogleSegment) {
        for end in segment.finish(device: device, coverage: &coverage, into: &track) where !deferral.append(end) {
            end.finish(device: device, coverage, into: &track)
        }
    }

    private mutating func set(_ key: GoogleKey, to text: Span<UInt8>) {
        switch containers.last {
        case .record, .recordPoint: record.set(key, to: text)
        case .segment, .duration: segment.setTime(key, to: text)
        case .pathPoint: segment.setPathPoint(key, to: text)
        case .visit where key == .hierarchyLevel: segment.isInner = !text.equals("0")
        case .startPlace: segment.startPlace.set(key, to: text)
        case .endPlace: segment.endPlace.set(key, to: text)
        case .visitedPlace: segment.visitedPlace.set(key, to: text)
        // An iPhone writes a position where Android writes an object.
        case .candidate where key == .placeLocation: segment.visitedPlace.set(.latLng, to: text)
        case .activity where key == .start: segment.startPlace.set(.latLng, to: text)
        case .activity where key == .end: segment.endPlace.set(.latLng, to: text)
        default: break
        }
    }
}
