import Basics
import Location

/// The newest time of a receiver that was believed, and so a clock: uptime carries it on.
struct TrustedTime: Sendable {
    /// The newest, with the week settled.
    let time: Timestamp
    /// Whether a clock that was kept right has agreed with it, or with those it goes on from.
    let isVerified: Bool
    /// When it came.
    private let uptime: Duration

    /// The next time that is believed; one that is a bit older than the last leaves that the newest.
    init(_ time: Timestamp, at uptime: Duration, isVerified: Bool, after last: TrustedTime?) {
        let isNewest = last.map { time > $0.time || $0.time - time > TimeValidator.Limits.maxStepBack } ?? true
        self.time = isNewest ? time : last?.time ?? time
        self.uptime = isNewest ? uptime : last?.uptime ?? uptime
        self.isVerified = isVerified
    }

    /// What the receiver's clock says at an uptime, if it was right.
    func extrapolated(to uptime: Duration) -> Timestamp { time + (uptime - self.uptime) }

    /// Whether a time follows: a fix that was held up and is older than the clock says, but newer than all before it;
    /// one that goes on as uptime does, though a clock has been stepped; or a receiver's step back, until it has made up
    /// for it.
    ///
    /// A time that stands still does not follow for long.
    func isContinued(by time: Timestamp, at uptime: Duration, before clock: Timestamp) -> Bool {
        if time > self.time && time < clock || time.agrees(with: extrapolated(to: uptime)) { return true }
        return (Duration.zero...TimeValidator.Limits.maxStepBack).contains(self.time - time)
            && uptime - self.uptime <= TimeValidator.Limits.maxStepBack
    }
}

/// A receiver's time, with the number of its week settled.
struct ResolvedTime: Sendable {
    /// The time, moved by the periods.
    let time: Timestamp
    /// How often 1024 weeks were added.
    let rollovers: Int64

    /// The time as the receiver says it.
    init(_ time: Timestamp) {
        self.init(time, periods: 0)
    }

    /// Moves a time as near to a clock's as whole periods can.
    init(_ time: Timestamp, nearest clock: Timestamp) {
        let off = (time - clock).milliseconds
        let half = off < 0 ? Self.period / 2 : -Self.period / 2
        self.init(time, periods: -(off - half) / Self.period)
    }

    /// Moves a time into the period that begins at ``TimeValidator/Limits/earliest``, where nothing else tells which is
    /// meant; nil when no receiver that works can mean it.
    init?(plausible time: Timestamp) {
        let past = (time - TimeValidator.Limits.earliestFix).milliseconds
        let whole = past / Self.period
        self.init(time, periods: past < 0 && past % Self.period != 0 ? 1 - whole : -whole)
        guard rollovers == 0 || (time >= TimeValidator.Limits.gpsEpoch && self.time < TimeValidator.Limits.latestShifted)
        else { return nil }
    }

    private init(_ time: Timestamp, periods: Int64) {
        self.time = time + .milliseconds(periods * Self.period)
        self.rollovers = periods
    }

    private static let period = TimeValidator.Limits.rolloverPeriod.milliseconds
}

/// Counts the fixes in a row whose time goes on as uptime does.
struct TimeSeries: Sendable {
    private var newest: (time: Timestamp, uptime: Duration)?
    private var began: Duration = .zero
    private var count = 0

    /// Whether there are enough of them to believe the time.
    var isConfirmed: Bool { count >= TimeValidator.Limits.confirmingFixes }

    /// Whether they have gone on for so long that they count more than what was believed before.
    var isLong: Bool {
        guard isConfirmed, let newest else { return false }
        return newest.uptime - began >= TimeValidator.Limits.contradictionTime
    }

    /// Counts a fix, or begins anew with it.
    ///
    /// One that is not newer counts nothing, since receivers say an epoch twice; a time that stands still falls behind
    /// uptime, and begins anew for ever.
    mutating func add(_ time: Timestamp, at uptime: Duration) {
        guard let newest, goesOn(from: newest, to: (time, uptime)) else {
            newest = (time, uptime)
            began = uptime
            count = 1
            return
        }
        guard time > newest.time else { return }
        self.newest = (time, uptime)
        count = min(count + 1, TimeValidator.Limits.confirmingFixes)
    }

    private func goesOn(
        from last: (time: Timestamp, uptime: Duration), to next: (time: Timestamp, uptime: Duration)
    ) -> Bool {
        let difference = (next.time - last.time) - (next.uptime - last.uptime)
        return difference >= .zero - TimeValidator.Limits.maxStep && difference <= TimeValidator.Limits.maxStep
    }
}
