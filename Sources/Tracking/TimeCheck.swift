import Location

/// Decides, for one receiver, whether the time of its fixes can be.
///
/// It reads no clock: the reception and whether the machine's clock is right come in with each fix. The same fixes with
/// the same answers give the same verdicts; a recording is its own clock, which is right by definition.
///
/// With a right clock, a time beside the clock's is right, whatever came before; one a few hours off is believed once
/// three fixes go on consistently; one off by 1024 weeks or a multiple is shifted; anything else is replaced by the
/// time of reception. With a clock that nobody keeps (a Pi at its last shutdown, or in 1970), only agreement or three
/// consistent fixes make a time, and the day this program was made tells which 1024 weeks they mean.
struct TimeCheck: Sendable {
    /// The newest time of the receiver that was accepted, as corrected.
    private var last: Timestamp?
    private var series = TimeSeries()

    /// Decides about a fix that has a position; those without one say nothing about the time.
    ///
    /// - Parameters:
    ///   - time: the receiver's; nil is accepted, since there is nothing to check.
    ///   - moment: of reception.
    ///   - isClockSynchronised: whether the machine's clock is kept right.
    /// - Returns: what to do with the time.
    mutating func check(_ time: Timestamp?, at moment: Moment, isClockSynchronised: Bool) -> TimeVerdict {
        guard let time else { return .accepted }
        series.add(time, at: moment.uptime)
        let agrees = abs((time - moment.wallClock).milliseconds) <= Limits.agreement
        // Nobody's clock and a receiver's may both stand at their beginning.
        if agrees, isClockSynchronised || time >= Limits.earliest { return accept(time) }
        return isClockSynchronised ? checkAgainstClock(time, moment) : checkAlone(time, moment)
    }

    private mutating func checkAgainstClock(_ time: Timestamp, _ moment: Moment) -> TimeVerdict {
        let off = time - moment.wallClock
        let periods = Self.periods(in: off)
        let corrected = time.shifted(by: periods)
        let rest = (corrected - moment.wallClock).milliseconds
        guard abs(rest) <= Limits.plausible else { return .replaced(off: off) }
        if periods != 0, abs(rest) <= Limits.agreement { return accept(corrected, periods) }
        if !series.isConfirmed {
            return backwards(corrected).map { .rejected(.backwards(by: $0)) } ?? .replaced(off: off)
        }
        return accept(corrected, periods)
    }

    private mutating func checkAlone(_ time: Timestamp, _ moment: Moment) -> TimeVerdict {
        let periods = Self.periodsSince(Limits.earliest, time)
        let corrected = time.shifted(by: periods)
        if !series.isConfirmed {
            return .rejected(
                backwards(corrected).map { .backwards(by: $0) } ?? .unconfirmed(off: time - moment.wallClock))
        }
        guard periods == 0 || corrected < Limits.latestShifted else {
            return .rejected(.implausible(off: time - moment.wallClock))
        }
        return accept(corrected, periods)
    }

    private mutating func accept(_ time: Timestamp, _ periods: Int64 = 0) -> TimeVerdict {
        last = time
        return periods == 0 ? .accepted : .shifted(weeks: periods * 1024)
    }

    /// How far a time lies before the last accepted one, where that is more than a leap second or a small step.
    private func backwards(_ time: Timestamp) -> Duration? {
        guard let last, last - time > Limits.step else { return nil }
        return last - time
    }

    /// The periods of 1024 weeks that bring a time nearest to the clock's.
    private static func periods(in off: Duration) -> Int64 {
        let half = off.milliseconds < 0 ? Limits.period / 2 : -Limits.period / 2
        return -(off.milliseconds - half) / Limits.period
    }

    /// The periods that bring a time into the one that begins at a day.
    private static func periodsSince(_ earliest: Timestamp, _ time: Timestamp) -> Int64 {
        let past = (time - earliest).milliseconds
        let whole = past / Limits.period
        return past < 0 && past % Limits.period != 0 ? 1 - whole : -whole
    }
}

extension TimeCheck {
    /// The numbers that decide, each with its reason; milliseconds where nothing else is said.
    enum Limits {
        /// 1024 weeks: the week number of the GPS signal has ten bits (IS-GPS-200, 20.3.3.3.1.1).
        static let period: Int64 = 1024 * 7 * 86_400_000
        /// Within it two clocks agree: a receiver's leap seconds are a few of them old, its sentences a second or two.
        static let agreement: Int64 = 10_000
        /// Half a day: what a fix can be late, or a receiver that takes local time for UTC be wrong.
        ///
        /// It is less than the whole day by which the date of some is wrong around midnight (gpsd's bt451).
        static let plausible: Int64 = 43_200_000
        /// By how much the receiver's clock may step against uptime, forwards or back: leap seconds when it learns them,
        /// sentences that have waited in a buffer.
        static let step: Duration = .seconds(5)
        /// 2026-01-01, before the first release: no fix of this program is older.
        ///
        /// It tells which period is meant where nothing else does.
        static let earliest = Timestamp(milliseconds: 1_767_225_600_000)
        /// Ten years later: a shifted time beyond it is rather that of a receiver that counts from its own start.
        static let latestShifted = Timestamp(milliseconds: 2_082_758_400_000)
        /// Consistent fixes in a row until a time is believed: gpsd_json(5) asks for three.
        static let consistent = 3
    }
}

extension Timestamp {
    fileprivate func shifted(by periods: Int64) -> Timestamp {
        self + .milliseconds(periods * TimeCheck.Limits.period)
    }
}
