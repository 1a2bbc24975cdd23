import Basics
import History
import HistoryEncoding
import Location
import Tracks

/// The line of one receiver as the history keeps it, hour by hour and simplified, in place of its fixes.
///
/// Hours of which only a part is asked for are read fix by fix.
struct OutlineTrack {
    /// Metres by which a line that is kept may be off.
    static let tolerance = 10.0
    /// Metres that rounding adds to it (1e-5 degree).
    static let rounding = 1.0

    /// What comes of a line.
    enum Element {
        /// The next point; the way to it is known.
        case point(TrackPoint)
        /// Nothing is known of the way to the next one.
        case gap
    }

    private let history: any HistoryStore
    private let query: PointQuery
    private let rule = GapRule()
    private var last: TrackPoint?

    /// Takes a history, and a query that names the receiver.
    init(_ history: any HistoryStore, _ query: PointQuery) {
        self.history = history
        self.query = query
    }

    /// Gives the line from its beginning to its end.
    ///
    /// - Returns: what could not be read.
    /// - Throws: `HistoryError`, or what the body throws.
    mutating func forEach(_ body: (Element) throws -> Void) throws -> [DamagedSegment] {
        var line = self
        var damaged: [DamagedSegment] = []
        damaged += try history.forEachOutline(query) { kept in
            if line.isWhole(kept.outline) {
                try line.emit(kept, body)
            } else {
                damaged += try line.emitFixes(kept.outline, body)
            }
        }
        return damaged
    }

    /// Whether all of it is asked for.
    private func isWhole(_ outline: Outline) -> Bool {
        guard let first = outline.vertices.first, let last = outline.vertices.last else { return true }
        guard query.from.map({ $0 <= first.timestamp }) ?? true, query.to.map({ $0 >= last.timestamp }) ?? true else {
            return false
        }
        guard let area = query.within else { return true }
        return outline.vertices.allSatisfy { area.contains($0.coordinate) }
    }

    private mutating func emit(_ kept: DeviceOutline, _ body: (Element) throws -> Void) throws {
        var fix = Fix(device: kept.device, mode: .twoDimensional)
        for (index, stretch) in kept.outline.sections.enumerated() {
            var isFirst = true
            for vertex in stretch {
                (fix.timestamp, fix.coordinate) = (vertex.timestamp, vertex.coordinate)
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
        var segments = GapDetector(rule: rule)
        var isFirst = true
        return try history.forEachPoint(part) { point in
            let isGap = segments.hasGap(before: point)
            if try isFirst ? self.isGap(before: point) : isGap { try body(.gap) }
            isFirst = false
            try body(.point(point))
            last = point
        }
    }

    /// Whether the way from the last hour to this one is unknown.
    private func isGap(before point: TrackPoint) throws -> Bool {
        guard let last else { return false }
        let passed = point.timestamp - last.timestamp
        if passed < .seconds(-1) { return true }
        if passed <= rule.maxSilence { return false }
        guard passed <= max(rule.maxStay, rule.maxUsualInterval * rule.intervalFactor) else { return true }
        // The fixes themselves say it: how accurate they are, whether it moved, and what passed before.
        let device = query.device
        let both = (
            try history.neighbours(of: last.timestamp + .milliseconds(999), device: device).before,
            try history.neighbours(of: point.timestamp, device: device).after
        )
        guard let before = both.0, let after = both.1 else { return true }
        let earlier = try history.neighbours(of: before.timestamp + .milliseconds(-1), device: device).before
        return rule.isGap(from: before, to: after, usual: earlier.map { before.timestamp - $0.timestamp })
    }
}

extension Timestamp {
    fileprivate static let latest = Timestamp(milliseconds: .max)
}
