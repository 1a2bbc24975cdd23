import Basics
import Location

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
