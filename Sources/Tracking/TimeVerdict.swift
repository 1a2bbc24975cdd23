import Location

/// What becomes of the time of a fix.
enum TimeVerdict: Hashable, Sendable {
    /// It stays as it is.
    case accepted
    /// It is moved by that many weeks, a multiple of 1024.
    case shifted(weeks: Int64)
    /// The time of reception takes its place: it lies that far from it, negative when before it.
    case replaced(off: Duration)
    /// The fix cannot be used.
    case rejected(TimeFault)
}

extension Fix {
    /// The fix with its time as decided, and marked where it is not the receiver's own.
    func timed(_ verdict: TimeVerdict, receivedAt moment: Moment) -> Fix {
        var fix = self
        switch verdict {
        case .accepted, .rejected: break
        case .shifted(let weeks):
            fix.timestamp = timestamp.map { $0 + .seconds(weeks * 604_800) }
            fix.timeSource = .shifted
        case .replaced:
            fix.timestamp = moment.wallClock
            fix.timeSource = .reception
        }
        return fix
    }
}
