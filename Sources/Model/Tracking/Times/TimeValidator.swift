import Basics
import Location

/// Validates the time of the fixes of one receiver.
///
/// Reads no clock: the time of reception and the synchronisation of the machine's clock are inputs. The same fixes with
/// the same inputs yield the same verdicts; a recording is its own clock, which is correct by definition.
///
/// The reference is the machine's clock if it is synchronised; otherwise the trusted time of the receiver, extrapolated
/// by uptime. A time near the reference is correct, regardless of earlier ones; one off by a multiple of 1024 weeks is
/// shifted; an older one that continues the last trusted time is late; anything else is replaced by the time of
/// reception. Without a reference (a Pi with the time of its last shutdown, or in 1970), only agreement or three
/// consistent fixes establish a time, and the release date of this program determines the period of 1024 weeks.
///
/// A fix is rejected if it may be an old one, or if its time will soon be known, but never for long: a receiver stuck
/// in 1980, or one that reports another year each second, still has good positions, which would otherwise never be
/// shown on a machine with a wrong clock. After ``Limits/rejectionTimeout`` the time of reception is used until the
/// receiver is trusted, so that fixes do not alternate between shown and rejected.
struct TimeValidator: Sendable {
    private var trusted: TrustedTime?
    private var series = TimeSeries()
    /// The time assigned to the last fix, and whether it was the receiver's own.
    private var assigned: (time: Timestamp, isOwn: Bool)?
    /// The uptime of the first fix that was not trusted; nil once one is.
    private var untrustedSince: Duration?
    /// The uptime of the first fix without a time since the last one with a time; nil if there is none.
    private var missingSince: Duration?

    /// Validates the receiver's time of a fix that has a position; fixes without one are not evidence.
    ///
    /// Without a time, that of the reception is used, once it is known.
    mutating func validate(_ time: Timestamp?, at moment: Moment, isClockSynchronised: Bool) -> TimeVerdict {
        guard let time else { return validateMissing(at: moment, isClockSynchronised: isClockSynchronised) }
        missingSince = nil
        series.add(time, at: moment.uptime)
        // An unsynchronised clock and a receiver's may both be at their initial value.
        if time.agrees(with: moment.wallClock), isClockSynchronised || time >= Limits.earliestFix {
            return trust(ResolvedTime(time), at: moment.uptime, isVerified: isClockSynchronised)
        }
        if isClockSynchronised { return validateByClock(time, moment) }
        guard let trusted else { return validateAlone(time, moment) }
        return validateByTrustedTime(time, trusted, at: moment.uptime)
    }

    /// Some receivers never report a time: those that send only GGA or GNS, which have no date.
    ///
    /// The clock is that of the receiver while it agrees, so that its next own time does not precede this one. One that
    /// proves nothing counts after some seconds: the next fix may have a time, and until then this one has none, which is
    /// shown and not recorded. A recording without any time has no clock.
    private mutating func validateMissing(at moment: Moment, isClockSynchronised: Bool) -> TimeVerdict {
        let since = missingSince ?? moment.uptime
        missingSince = since
        let own = trusted?.extrapolated(to: moment.uptime)
        if let own, !isClockSynchronised || own.agrees(with: moment.wallClock) { return assign(own) }
        if isClockSynchronised, moment.wallClock >= Limits.gpsEpoch { return assign(moment.wallClock) }
        guard moment.uptime - since >= Limits.missingTimeout, moment.wallClock >= Limits.earliestFix else {
            return .accepted
        }
        return assign(moment.wallClock)
    }

    private mutating func validateByClock(_ time: Timestamp, _ moment: Moment) -> TimeVerdict {
        let resolved = ResolvedTime(time, nearest: moment.wallClock)
        // A time trusted without a synchronised clock proves nothing against a synchronised one.
        let continues =
            trusted?.isVerified == true && continues(to: resolved.time, by: moment.wallClock, at: moment.uptime)
        guard continues || resolved.time.agrees(with: moment.wallClock) else {
            return replace(resolved.time, by: moment.wallClock, at: moment.uptime)
        }
        return trust(resolved, at: moment.uptime, isVerified: true)
    }

    private mutating func validateByTrustedTime(
        _ time: Timestamp, _ trusted: TrustedTime, at uptime: Duration
    ) -> TimeVerdict {
        let clock = trusted.extrapolated(to: uptime)
        let resolved = ResolvedTime(time, nearest: clock)
        if resolved.time.agrees(with: clock) || continues(to: resolved.time, by: clock, at: uptime) {
            return trust(resolved, at: uptime, isVerified: trusted.isVerified)
        }
        // It was trusted too soon: a long consistent series outweighs the earlier time.
        if series.isLong, let other = ResolvedTime(plausible: time) {
            return trust(other, at: uptime, isVerified: false)
        }
        return replace(resolved.time, by: clock, at: uptime)
    }

    private mutating func validateAlone(_ time: Timestamp, _ moment: Moment) -> TimeVerdict {
        let off = time - moment.wallClock
        guard series.isConfirmed else {
            return reject(.unconfirmed(off: off), else: moment.wallClock, at: moment.uptime)
        }
        guard let resolved = ResolvedTime(plausible: time) else {
            return reject(.implausible(off: off), else: moment.wallClock, at: moment.uptime)
        }
        return trust(resolved, at: moment.uptime, isVerified: false)
    }
}

extension TimeValidator {
    /// Returns true if a time continues the trusted one and is not far behind an assigned one.
    private func continues(to time: Timestamp, by clock: Timestamp, at uptime: Duration) -> Bool {
        guard let trusted, time.isWithin(Limits.maxDelay, of: clock) else { return false }
        if let assigned, !assigned.isOwn, assigned.time - time > Limits.maxStepBack { return false }
        return trusted.isContinued(by: time, at: uptime, before: clock)
    }

    private mutating func trust(_ resolved: ResolvedTime, at uptime: Duration, isVerified: Bool) -> TimeVerdict {
        untrustedSince = nil
        trusted = TrustedTime(resolved.time, at: uptime, isVerified: isVerified, after: trusted)
        // The time of reception is later than that of the fix, so the next fix may seem to precede it.
        if let assigned, !assigned.isOwn, notBackwards(resolved.time) != resolved.time {
            return .replaced(by: assigned.time)
        }
        assigned = (resolved.time, true)
        return resolved.rollovers == 0 ? .accepted : .shifted(weeks: resolved.rollovers * 1024)
    }

    private mutating func replace(_ time: Timestamp, by clock: Timestamp, at uptime: Duration) -> TimeVerdict {
        let back = trusted.map { $0.time - time } ?? .zero
        guard back > Limits.maxStepBack, time.isWithin(Limits.maxDelay, of: clock), !series.isConfirmed else {
            return replace(by: clock, at: uptime)
        }
        return reject(.backwards(by: back), else: clock, at: uptime)
    }

    private mutating func reject(_ rejection: TimeRejection, else clock: Timestamp, at uptime: Duration) -> TimeVerdict
    {
        if let untrustedSince, uptime - untrustedSince >= Limits.rejectionTimeout {
            return replace(by: clock, at: uptime)
        }
        untrustedSince = untrustedSince ?? uptime
        return .rejected(rejection)
    }

    private mutating func replace(by clock: Timestamp, at uptime: Duration) -> TimeVerdict {
        untrustedSince = untrustedSince ?? uptime
        return assign(clock)
    }

    private mutating func assign(_ clock: Timestamp) -> TimeVerdict {
        let time = notBackwards(clock)
        assigned = (time, false)
        return .replaced(by: time)
    }

    /// Returns a time, or the last assigned one if that is slightly later.
    ///
    /// If it is much later, it came from a clock that has since been corrected: then the step back is right.
    private func notBackwards(_ time: Timestamp) -> Timestamp {
        guard let assigned, assigned.time > time, assigned.time - time <= Limits.maxStepBack else { return time }
        return assigned.time
    }

    /// The limits, each with the reason for its value.
    enum Limits {
        /// 1024 weeks: the week number of the GPS signal has ten bits (IS-GPS-200, 20.3.3.3.1.1).
        static let rolloverPeriod: Duration = .seconds(1024 * 7 * 86_400)
        /// The difference within which two clocks agree: a receiver's leap seconds may be a few seconds old, its
        /// sentences one or two.
        static let agreement: Duration = .seconds(10)
        /// The usual delay between a fix and its reception, including the error of a clock that is not exact to the
        /// second.
        static let ordinaryDelay: Duration = .seconds(5)
        /// The maximum delay of a fix: half a day.
        ///
        /// Less than the whole day by which some receivers' date is wrong around midnight (gpsd's bt451).
        static let maxDelay: Duration = .seconds(43_200)
        /// The step of the receiver's clock against uptime, forwards or backwards, that still counts as consistent:
        /// buffered sentences.
        static let maxStep: Duration = .seconds(5)
        /// The largest legitimate step back of a receiver: the leap seconds, learnt up to 12.5 minutes after a cold
        /// start; 18 since 2017 (IERS Bulletin C 52), and two to come.
        static let maxStepBack: Duration = .seconds(20)
        /// The number of consecutive consistent fixes that establish a time: gpsd_json(5) recommends three.
        static let confirmingFixes = 3
        /// The time for which all fixes of a receiver may be rejected for their time: somewhat more than three fixes at
        /// an interval of three seconds.
        static let rejectionTimeout: Duration = .seconds(10)
        /// The time after which a receiver has shown that it reports no time: the sentences of two cycles.
        static let missingTimeout: Duration = .seconds(3)
        /// The time for which a receiver must contradict its trusted time: a wrong date around midnight lasts for
        /// seconds.
        static let contradictionTime: Duration = .seconds(60)
        /// 1980-01-06, the epoch of GPS: an earlier time is not GPS time, regardless of the week.
        static let gpsEpoch = Timestamp(milliseconds: 315_964_800_000)
        /// 2026-01-01, before the first release: no fix of this program is older.
        ///
        /// Determines the rollover period if nothing else does.
        static let earliestFix = Timestamp(milliseconds: 1_767_225_600_000)
        /// Ten years later: a shifted time beyond it more likely comes from a receiver that counts from its own start.
        static let latestShifted = Timestamp(milliseconds: 2_082_758_400_000)
    }
}

extension Timestamp {
    /// Returns true if two times differ by at most a limit in either direction.
    func isWithin(_ limit: Duration, of other: Timestamp) -> Bool {
        let off = self - other
        return off <= limit && off >= .zero - limit
    }

    /// Returns true if two clocks with these times agree.
    func agrees(with other: Timestamp) -> Bool { isWithin(TimeValidator.Limits.agreement, of: other) }
}

/// The verdict on the time of a fix.
enum TimeVerdict: Hashable, Sendable {
    /// It is used unchanged.
    case accepted
    /// It is shifted by a number of weeks, a multiple of 1024.
    case shifted(weeks: Int64)
    /// It is replaced by the time of reception, as far as that is known.
    case replaced(by: Timestamp)
    /// The fix is unusable.
    case rejected(TimeRejection)
}

extension Fix {
    /// Returns the fix with the verdict applied to its time and time source.
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

/// The reason to reject the time of a fix.
public enum TimeRejection: Hashable, Sendable {
    /// It precedes the last accepted time by this duration.
    case backwards(by: Duration)
    /// It differs from an unsynchronised clock by this duration, and too few consistent fixes confirm it yet.
    case unconfirmed(off: Duration)
    /// It is implausible, and differs from an unsynchronised clock by this duration.
    case implausible(off: Duration)
}
