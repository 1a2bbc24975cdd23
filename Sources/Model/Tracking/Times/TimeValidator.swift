import Basics
import Location

/// Decides, for one receiver, whether the time of its fixes can be.
///
/// It reads no clock: the reception and whether the machine's clock is right come in with each fix. The same fixes with
/// the same answers give the same verdicts; a recording is its own clock, which is right by definition.
///
/// There is a clock to judge by where the machine's is kept right, and where it is not but the receiver has been
/// believed: its own time then, carried on by uptime. What is beside that clock is right, whatever came before; what is
/// 1024 weeks off, or a multiple, is shifted; what is older and goes on from the last time believed has come late; all
/// else gives way to the time of reception. Where there is no such clock (a Pi at its last shutdown, or in 1970), only
/// agreement or three consistent fixes make a time, and the day this program was made tells which 1024 weeks they mean.
///
/// A fix is rejected where it may be an old one, or where its time will soon be known, and never for long: a receiver
/// that stands still in 1980, or says another year each second, has good positions all the same, and on a machine
/// whose clock nobody keeps nobody would ever see them. After ``Limits/patience`` the time of reception must do, and
/// does until the receiver is believed, so that fixes are not now shown and now rejected.
struct TimeValidator: Sendable {
    private var believed: TrustedTime?
    private var series = TimeSeries()
    /// The time that the last fix was given, and whether it was the receiver's own.
    private var given: (time: Timestamp, isOwn: Bool)?
    /// The uptime at which the first fix came that was not believed; nil once one is.
    private var doubtedSince: Duration?

    /// Decides about a fix that has a position; those without one say nothing about the time.
    ///
    /// - Parameters:
    ///   - time: the receiver's; nil is accepted, since there is nothing to check.
    ///   - moment: of reception.
    ///   - isClockSynchronised: whether the machine's clock is kept right.
    /// - Returns: what to do with the time.
    mutating func validate(_ time: Timestamp?, at moment: Moment, isClockSynchronised: Bool) -> TimeVerdict {
        guard let time else { return .accepted }
        series.add(time, at: moment.uptime)
        // Nobody's clock and a receiver's may both stand at their beginning.
        if time.agrees(with: moment.wallClock), isClockSynchronised || time >= Limits.earliestFix {
            return believe(ResolvedTime(time), at: moment.uptime, isChecked: isClockSynchronised)
        }
        if isClockSynchronised { return checkByClock(time, moment) }
        guard let believed else { return checkAlone(time, moment) }
        return checkByItself(time, believed, at: moment.uptime)
    }

    private mutating func checkByClock(_ time: Timestamp, _ moment: Moment) -> TimeVerdict {
        let dated = ResolvedTime(time, nearest: moment.wallClock)
        // What was believed while nobody kept the clock proves nothing against a clock that is right now.
        let goesOn = believed?.isVerified == true && goesOn(to: dated.time, by: moment.wallClock, at: moment.uptime)
        guard goesOn || dated.time.agrees(with: moment.wallClock) else {
            return replace(dated.time, by: moment.wallClock, at: moment.uptime)
        }
        return believe(dated, at: moment.uptime, isChecked: true)
    }

    private mutating func checkByItself(
        _ time: Timestamp, _ believed: TrustedTime, at uptime: Duration
    ) -> TimeVerdict {
        let clock = believed.extrapolated(to: uptime)
        let dated = ResolvedTime(time, nearest: clock)
        if dated.time.agrees(with: clock) || goesOn(to: dated.time, by: clock, at: uptime) {
            return believe(dated, at: uptime, isChecked: believed.isVerified)
        }
        // It was believed too soon: what a receiver says for so long counts more than what it said before.
        if series.isLong, let other = ResolvedTime(plausible: time) {
            return believe(other, at: uptime, isChecked: false)
        }
        return replace(dated.time, by: clock, at: uptime)
    }

    private mutating func checkAlone(_ time: Timestamp, _ moment: Moment) -> TimeVerdict {
        let off = time - moment.wallClock
        guard series.isConfirmed else {
            return reject(.unconfirmed(off: off), else: moment.wallClock, at: moment.uptime)
        }
        guard let dated = ResolvedTime(plausible: time) else {
            return reject(.implausible(off: off), else: moment.wallClock, at: moment.uptime)
        }
        return believe(dated, at: moment.uptime, isChecked: false)
    }
}

extension TimeValidator {
    /// Whether a time beside no clock follows the one believed, and does not lie far behind one that was given.
    private func goesOn(to time: Timestamp, by clock: Timestamp, at uptime: Duration) -> Bool {
        guard let believed, time.isWithin(Limits.maxDelay, of: clock) else { return false }
        if let given, !given.isOwn, given.time - time > Limits.maxStepBack { return false }
        return believed.isContinued(by: time, at: uptime, before: clock)
    }

    private mutating func believe(_ dated: ResolvedTime, at uptime: Duration, isChecked: Bool) -> TimeVerdict {
        doubtedSince = nil
        believed = TrustedTime(dated.time, at: uptime, isVerified: isChecked, after: believed)
        // The time of reception is later than that of the fix, so that the next fix may seem to lie before it.
        if let given, !given.isOwn, notBackwards(dated.time) != dated.time { return .replaced(by: given.time) }
        given = (dated.time, true)
        return dated.rollovers == 0 ? .accepted : .shifted(weeks: dated.rollovers * 1024)
    }

    private mutating func replace(_ time: Timestamp, by clock: Timestamp, at uptime: Duration) -> TimeVerdict {
        let back = believed.map { $0.time - time } ?? .zero
        guard back > Limits.maxStepBack, time.isWithin(Limits.maxDelay, of: clock), !series.isConfirmed else {
            return replace(by: clock, at: uptime)
        }
        return reject(.backwards(by: back), else: clock, at: uptime)
    }

    private mutating func reject(_ fault: TimeRejection, else clock: Timestamp, at uptime: Duration) -> TimeVerdict {
        if let doubtedSince, uptime - doubtedSince >= Limits.rejectionTimeout { return replace(by: clock, at: uptime) }
        doubtedSince = doubtedSince ?? uptime
        return .rejected(fault)
    }

    private mutating func replace(by clock: Timestamp, at uptime: Duration) -> TimeVerdict {
        doubtedSince = doubtedSince ?? uptime
        let time = notBackwards(clock)
        given = (time, false)
        return .replaced(by: time)
    }

    /// A time, or the one given last where that is a bit later.
    ///
    /// Where it is much later, it was that of a clock that has been put right since: then a step back is the truth.
    private func notBackwards(_ time: Timestamp) -> Timestamp {
        guard let given, given.time > time, given.time - time <= Limits.maxStepBack else { return time }
        return given.time
    }

    /// The numbers that decide, each with its reason.
    enum Limits {
        /// 1024 weeks: the week number of the GPS signal has ten bits (IS-GPS-200, 20.3.3.3.1.1).
        static let rolloverPeriod: Duration = .seconds(1024 * 7 * 86_400)
        /// Within it two clocks agree: a receiver's leap seconds are a few of them old, its sentences a second or two.
        static let agreement: Duration = .seconds(10)
        /// What lies between a fix and its arrival on any usual way, with a clock that is not right to the second.
        static let ordinaryDelay: Duration = .seconds(5)
        /// Half a day: what a fix can be late.
        ///
        /// It is less than the whole day by which the date of some is wrong around midnight (gpsd's bt451).
        static let maxDelay: Duration = .seconds(43_200)
        /// By how much the receiver's clock may step against uptime, forwards or back, and still go on consistently:
        /// sentences that have waited in a buffer.
        static let maxStep: Duration = .seconds(5)
        /// By how much a receiver may step back and be right: the leap seconds, which it learns up to 12.5 minutes after
        /// a cold start; 18 since 2017 (IERS Bulletin C 52), and two to come.
        static let maxStepBack: Duration = .seconds(20)
        /// Consistent fixes in a row until a time is believed: gpsd_json(5) asks for three.
        static let confirmingFixes = 3
        /// How long a receiver is waited for whose fixes are all rejected for their time: some more than three fixes of
        /// one that gives a fix each three seconds.
        static let rejectionTimeout: Duration = .seconds(10)
        /// How long a receiver must contradict what it was believed before: a wrong date around midnight takes seconds.
        static let contradictionTime: Duration = .seconds(60)
        /// 1980-01-06, when GPS began to count: an earlier time is none of GPS, whatever week it thinks it is.
        static let gpsEpoch = Timestamp(milliseconds: 315_964_800_000)
        /// 2026-01-01, before the first release: no fix of this program is older.
        ///
        /// It tells which period is meant where nothing else does.
        static let earliestFix = Timestamp(milliseconds: 1_767_225_600_000)
        /// Ten years later: a shifted time beyond it is rather that of a receiver that counts from its own start.
        static let latestShifted = Timestamp(milliseconds: 2_082_758_400_000)
    }
}

extension Timestamp {
    /// Whether there is at most that much between two times, whichever is earlier.
    func isWithin(_ limit: Duration, of other: Timestamp) -> Bool {
        let off = self - other
        return off <= limit && off >= .zero - limit
    }

    /// Whether two clocks with these times go together.
    func agrees(with other: Timestamp) -> Bool { isWithin(TimeValidator.Limits.agreement, of: other) }
}

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

/// What is wrong with the time of a fix.
public enum TimeRejection: Hashable, Sendable {
    /// It lies that far before the last accepted one.
    case backwards(by: Duration)
    /// It lies that far from a clock nobody keeps, and too few consistent fixes support it yet.
    case unconfirmed(off: Duration)
    /// It cannot be, at that distance from a clock nobody keeps.
    case implausible(off: Duration)
}
