import Basics
import Location
import Tracks

/// Points whose dates a receiver may have wrong: whole periods of GPS weeks behind, or in the future.
struct DateDoubts {
    private let now: Timestamp
    private var early: ClosedRange<Timestamp>?
    private var earlyCount = 0
    private var future: ClosedRange<Timestamp>?
    private var futureCount = 0

    init(now: Timestamp) {
        self.now = now
    }

    /// Adds points with their final times.
    mutating func add(_ points: [TrackPoint]) {
        let lastEarly = now + .seconds(-WeekShift.period * 604_800)
        let lastDay = now + .seconds(86_400)
        // A span lends its points: an array copies each.
        let points = points.span
        for index in points.indices {
            let time = points[index].timestamp
            if time <= lastEarly {
                earlyCount += 1
                early = Self.extended(early, time)
            } else if time > lastDay {
                futureCount += 1
                future = Self.extended(future, time)
            }
        }
    }

    /// The doubts, one a line, empty without any; a dry run only counts the points.
    func warnings(isDryRun: Bool) -> [String] {
        var lines: [String] = []
        if let early, let shift = WeekShift.possible(for: early.upperBound, now: now),
            let shifted = shift.shifted(early.upperBound)
        {
            lines.append(
                "\(earlyCount == 1 ? "1 point is" : "\(earlyCount) points are") of \(Self.days(early)): if the receiver was \(shift.weeks) weeks behind (GPS week "
                    + "rollover), --add-weeks \(shift.weeks) moves them, the last one to \(Self.day(shifted))")
        }
        if let future {
            let verb = isDryRun ? "would be" : futureCount == 1 ? "is" : "are"
            let points = futureCount == 1 ? "1 point" : "\(futureCount) points"
            lines.append("\(points) in the future \(verb) imported, of \(Self.days(future))")
        }
        return lines
    }

    private static func extended(_ span: ClosedRange<Timestamp>?, _ time: Timestamp) -> ClosedRange<Timestamp> {
        guard let span else { return time...time }
        return min(span.lowerBound, time)...max(span.upperBound, time)
    }

    private static func days(_ span: ClosedRange<Timestamp>) -> String {
        let (first, last) = (day(span.lowerBound), day(span.upperBound))
        return first == last ? first : "\(first) to \(last)"
    }

    private static func day(_ time: Timestamp) -> String { String(time.iso8601.prefix(10)) }
}
