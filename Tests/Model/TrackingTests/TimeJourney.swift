import Basics
import Location

@testable import Tracking

/// A receiver and a machine with independent clock errors, and the resulting verdicts.
struct TimeJourney {
    /// 2026-11-20T12:00:00Z.
    static let start = Timestamp(milliseconds: 1_795_176_000_000)
    static let year = 31_556_952.0

    /// True if the machine's clock counts as synchronised.
    var isSynchronised = true
    /// The seconds by which the machine's clock is ahead of the true time.
    var clock = 0.0
    /// The verdicts' names.
    private(set) var names: [String] = []
    /// The fixes that are not rejected: the seconds by which their time is ahead of the truth at the reception, and where
    /// it comes from.
    private(set) var shown: [(time: Timestamp, off: Double, source: TimeSource)] = []
    private var check = TimeValidator()

    init(isSynchronised: Bool = true, clock: Double = 0) {
        self.isSynchronised = isSynchronised
        self.clock = clock
    }

    /// A fix that was made at a second and is received then, or later; the receiver is that many seconds ahead.
    mutating func receive(_ second: Double, off: Double = 0, at reception: Double? = nil) {
        receive(reporting: Self.start + .seconds(second + off), at: reception ?? second)
    }

    /// A fix with a time, received at a second.
    mutating func receive(reporting time: Timestamp, at second: Double) {
        let truth = Self.start + .seconds(second)
        let moment = Moment(uptime: .seconds(100 + second), wallClock: truth + .seconds(clock))
        let verdict = check.validate(time, at: moment, isClockSynchronised: isSynchronised)
        names.append(verdict.name)
        var fix = Fix(device: "a", mode: .threeDimensional)
        fix.timestamp = time
        let timed = fix.applying(verdict)
        if case .rejected = verdict { return }
        guard let time = timed.timestamp else { return }
        shown.append((time, (time - truth).inSeconds, timed.timeSource))
    }

    /// How many were rejected.
    var rejections: Int { names.count - shown.count }

    /// The seconds of each step back of the time shown.
    var stepsBack: [Double] {
        zip(shown, shown.dropFirst()).map { ($0.time - $1.time).inSeconds }.filter { $0 > 0 }
    }

    /// The last verdicts, without repetitions.
    var phases: [String] {
        names.reduce(into: []) { phases, name in if phases.last != name { phases.append(name) } }
    }
}
