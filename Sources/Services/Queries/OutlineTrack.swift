import Basics
import History
import HistoryEncoding
import Location
import Tracks

/// The track of one device from the hourly outlines of a history instead of its fixes.
///
/// Hours that the query covers in part are read by fix.
struct OutlineTrack {
    /// The tolerance of a stored outline in metres.
    static let tolerance = 10.0
    /// The additional error of rounding to 1e-5 degree, in metres.
    static let rounding = 1.0

    enum Element {
        /// The next point, on a known path.
        case point(TrackPoint)
        /// A gap before the next point.
        case gap
    }

    private let history: any HistoryReader
    private let query: PointQuery
    private let rule = GapRule()
    private var last: TrackPoint?

    /// Creates a track from a query that names the device.
    init(_ history: any HistoryReader, _ query: PointQuery) {
        self.history = history
        self.query = query
    }

    /// Iterates over the track; returns the segments that could not be read.
    mutating func forEach(_ body: (Element) throws -> Void) throws -> [DamagedSegment] {
        var track = self
        var damaged: [DamagedSegment] = []
        damaged += try history.forEachOutline(query) { hour in
            if track.isWhole(hour.outline) {
                try track.emit(hour, body)
            } else {
                damaged += try track.emitFixes(hour.outline, body)
            }
        }
        return damaged
    }

    private func isWhole(_ outline: Outline) -> Bool {
        guard let first = outline.vertices.first, let last = outline.vertices.last else { return true }
        guard query.from.map({ $0 <= first.timestamp }) ?? true, query.to.map({ $0 >= last.timestamp }) ?? true else {
            return false
        }
        guard let area = query.within else { return true }
        return outline.vertices.allSatisfy { area.contains($0.coordinate) }
    }

    private mutating func emit(_ hour: DeviceOutline, _ body: (Element) throws -> Void) throws {
        var fix = Fix(device: hour.device, mode: .twoDimensional)
        for (index, section) in hour.outline.sections.enumerated() {
            var isFirst = true
            for vertex in section {
                fix.timestamp = vertex.timestamp
                fix.coordinate = vertex.coordinate
                guard let point = TrackPoint(fix) else { continue }
                if isFirst, try index > 0 || isGap(before: point) { try body(.gap) }
                isFirst = false
                try body(.point(point))
                last = point
            }
        }
    }

    private mutating func emitFixes(_ outline: Outline, _ body: (Element) throws -> Void) throws -> [DamagedSegment] {
        guard let first = outline.vertices.first, let end = outline.vertices.last else { return [] }
        var part = query
        part.from = max(query.from ?? first.timestamp, first.timestamp)
        part.to = min(query.to ?? .latest, end.timestamp + .milliseconds(999))
        var gaps = GapDetector(rule: rule)
        var isFirst = true
        return try history.forEachPoint(part) { point in
            let isGap = gaps.hasGap(before: point)
            if try isFirst ? self.isGap(before: point) : isGap { try body(.gap) }
            isFirst = false
            try body(.point(point))
            last = point
        }
    }

    /// Returns true if there is a gap between the last hour and this one.
    private func isGap(before point: TrackPoint) throws -> Bool {
        guard let last else { return false }
        let passed = point.timestamp - last.timestamp
        if passed < .seconds(-1) { return true }
        if passed <= rule.maxSilence { return false }
        guard passed <= max(rule.maxStay, rule.maxUsualInterval * rule.intervalFactor) else { return true }
        // The fixes decide: their accuracy, their motion and the interval before them.
        let device = query.device
        let before = try history.neighbours(of: last.timestamp + .milliseconds(999), device: device).before
        let after = try history.neighbours(of: point.timestamp, device: device).after
        guard let before, let after else { return true }
        let earlier = try history.neighbours(of: before.timestamp + .milliseconds(-1), device: device).before
        return rule.isGap(from: before, to: after, usual: earlier.map { before.timestamp - $0.timestamp })
    }
}

extension Timestamp {
    fileprivate static let latest = Timestamp(milliseconds: .max)
}
