import Basics
import Location
import Tracks

/// Points whose dates a receiver may have wrong: whole periods of GPS weeks behind, in the future, or before it knew them.
struct DateDoubts {
    /// Milliseconds, and points: fewer ones that are so much earlier than those beside them may be of a receiver without a
    /// date.
    private static let (minLater, maxUndated) = (365 * 86_400_000 as Int64, 600)

    private let now: Timestamp
    private var early = DatedPoints()
    private var future = DatedPoints()
    private var undated = DatedPoints()
    /// The last points, from the first one or one that is much earlier than the one before it; nil behind much earlier ones.
    private var run: DatedPoints? = DatedPoints()
    private var isFirstRun = true
    private var last: Timestamp?

    init(now: Timestamp) {
        self.now = now
    }

    /// Adds points with their final times, in the order of the file.
    mutating func add(_ points: [TrackPoint]) {
        let lastEarly = now + .seconds(-WeekShift.period * 604_800)
        let lastDay = now + .seconds(86_400)
        // A span lends its points: an array copies each.
        let points = points.span
        for index in points.indices {
            let time = points[index].timestamp
            if time <= lastEarly { early.add(time) } else if time > lastDay { future.add(time) }
            let step = last.map { time.milliseconds(since: $0) } ?? 0
            if step > Self.minLater {
                if let run, run.count <= Self.maxUndated { undated.add(run) }
                run = nil
            } else if step < -Self.minLater {
                (run, isFirstRun) = (DatedPoints(), false)
            }
            run?.add(time)
            last = time
        }
    }

    /// The doubts, one a line, empty without any; a dry run only counts the points, and a recording has them in order.
    func warnings(isDryRun: Bool, isRecording: Bool) -> [String] {
        var (lines, undated) = ([String](), undated)
        if let run, !isFirstRun, run.count <= Self.maxUndated { undated.add(run) }
        if let end = early.span?.upperBound, let shift = WeekShift.possible(for: end, now: now),
            let shifted = shift.shifted(end)
        {
            lines.append(
                "\(early.subject) \(early.verb) of \(early.days): if the receiver was \(shift.weeks) weeks behind (GPS week "
                    + "rollover), --add-weeks \(shift.weeks) moves them, the last one to \(DatedPoints.day(shifted))")
        } else if isRecording, undated.count > 0 {
            lines.append(
                "\(undated.subject) \(undated.verb) of \(undated.days), years before those beside them: if the receiver did "
                    + "not know the date, history prune --from --to removes them")
        }
        if future.count > 0 {
            let verb = isDryRun ? "would be" : future.verb
            lines.append("\(future.subject) in the future \(verb) imported, of \(future.days)")
        }
        return lines
    }
}

/// A number of points and their span.
private struct DatedPoints {
    private(set) var count = 0
    private(set) var span: ClosedRange<Timestamp>?

    mutating func add(_ time: Timestamp) {
        count += 1
        span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
    }

    mutating func add(_ other: DatedPoints) {
        for end in [other.span?.lowerBound, other.span?.upperBound].compactMap(\.self) { add(end) }
        count += other.count - 2
    }

    var subject: String { count == 1 ? "1 point" : "\(count) points" }
    var verb: String { count == 1 ? "is" : "are" }

    /// The days; empty without points.
    var days: String {
        let days = [span?.lowerBound, span?.upperBound].compactMap { $0.map(Self.day) }
        return (days.first == days.last ? days.dropFirst() : days[...]).joined(separator: " to ")
    }

    static func day(_ time: Timestamp) -> String { String(time.iso8601.prefix(10)) }
}
