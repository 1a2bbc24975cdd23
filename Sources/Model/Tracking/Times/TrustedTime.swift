import Basics
import Location

/// The newest trusted time of a receiver, extrapolated by uptime.
struct TrustedTime: Sendable {
    /// The time, with week rollovers resolved.
    let time: Timestamp
    /// True if a synchronised clock has confirmed it, directly or through earlier times that it continues.
    let isVerified: Bool
    /// The uptime of reception.
    private let uptime: Duration

    /// Creates the next trusted time; one slightly older than the last leaves the last as the newest.
    init(_ time: Timestamp, at uptime: Duration, isVerified: Bool, after last: TrustedTime?) {
        let isNewest = last.map { time > $0.time || $0.time - time > TimeValidator.Limits.maxStepBack } ?? true
        self.time = isNewest ? time : last?.time ?? time
        self.uptime = isNewest ? uptime : last?.uptime ?? uptime
        self.isVerified = isVerified
    }

    /// Returns the time extrapolated to an uptime.
    func extrapolated(to uptime: Duration) -> Timestamp { time + (uptime - self.uptime) }

    /// Returns true if a time continues this one: a delayed fix that is older than the clock but newer than all fixes
    /// before it, a time that advances with uptime although a clock was stepped, or a small step back of the receiver
    /// until it has caught up.
    ///
    /// A time that stands still continues only briefly.
    func isContinued(by time: Timestamp, at uptime: Duration, before clock: Timestamp) -> Bool {
        if time > self.time && time < clock || time.agrees(with: extrapolated(to: uptime)) { return true }
        return (Duration.zero...TimeValidator.Limits.maxStepBack).contains(self.time - time)
            && uptime - self.uptime <= TimeValidator.Limits.maxStepBack
    }
}

/// The time of a receiver with its GPS week rollovers resolved.
struct ResolvedTime: Sendable {
    /// The time, shifted by the rollovers.
    let time: Timestamp
    /// The number of periods of 1024 weeks added.
    let rollovers: Int64

    /// Creates the reported time without a shift.
    init(_ time: Timestamp) {
        self.init(time, periods: 0)
    }

    /// Shifts a time by whole periods as close as possible to a clock.
    init(_ time: Timestamp, nearest clock: Timestamp) {
        let off = (time - clock).milliseconds
        let half = off < 0 ? Self.period / 2 : -Self.period / 2
        self.init(time, periods: -(off - half) / Self.period)
    }

    /// Shifts a time into the period that begins at ``TimeValidator/Limits/earliestFix``, if nothing else determines
    /// the period; nil if no working receiver can report it.
    init?(plausible time: Timestamp) {
        let past = (time - TimeValidator.Limits.earliestFix).milliseconds
        let whole = past / Self.period
        self.init(time, periods: past < 0 && past % Self.period != 0 ? 1 - whole : -whole)
        guard
            rollovers == 0 || (time >= TimeValidator.Limits.gpsEpoch && self.time < TimeValidator.Limits.latestShifted)
        else { return nil }
    }

    private init(_ time: Timestamp, periods: Int64) {
        self.time = time + .milliseconds(periods * Self.period)
        self.rollovers = periods
    }

    private static let period = TimeValidator.Limits.rolloverPeriod.milliseconds
}

/// Counts consecutive fixes whose time advances with uptime.
struct TimeSeries: Sendable {
    private var newest: (time: Timestamp, uptime: Duration)?
    private var start: Duration = .zero
    private var count = 0

    /// True if there are enough of them to trust the time.
    var isConfirmed: Bool { count >= TimeValidator.Limits.confirmingFixes }

    /// True if the series is long enough to outweigh an earlier trusted time.
    var isLong: Bool {
        guard isConfirmed, let newest else { return false }
        return newest.uptime - start >= TimeValidator.Limits.contradictionTime
    }

    /// Counts a fix, or restarts the series with it.
    ///
    /// A time that is not newer is not counted, since receivers repeat epochs; one that stands still falls behind
    /// uptime and restarts the series.
    mutating func add(_ time: Timestamp, at uptime: Duration) {
        guard let newest, time.isWithin(TimeValidator.Limits.maxStep, of: newest.time + (uptime - newest.uptime)) else {
            newest = (time, uptime)
            start = uptime
            count = 1
            return
        }
        guard time > newest.time else { return }
        self.newest = (time, uptime)
        count = min(count + 1, TimeValidator.Limits.confirmingFixes)
    }
}
