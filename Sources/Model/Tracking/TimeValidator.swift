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
}
