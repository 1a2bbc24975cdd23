import Basics
import Location

/// What becomes of the time of a fix.
enum TimeVerdict: Hashable, Sendable {
    /// It stays as it is.
    case accepted
    /// It is moved by that many weeks, a multiple of 1024.
    case shifted(weeks: Int64)
    /// The time of reception takes its place, as well as it is known.
    case replaced(by: Timestamp)
    /// The fix cannot be used.
    case rejected(TimeRejection)
}

extension Fix {
    /// The fix with its time as decided, and marked where it is not the receiver's own.
    func applying(_ verdict: TimeVerdict) -> Fix {
        var fix = self
        switch verdict {
        case .accepted, .rejected: break
        case .shifted(let weeks):
            fix.timestamp = timestamp.map { $0 + .seconds(weeks * 604_800) }
            fix.timeSource = .shifted
        case .replaced(let time):
            fix.timestamp = time
            fix.timeSource = .reception
        }
        return fix
    }
}
