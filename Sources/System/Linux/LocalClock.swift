public import Basics
import CLinux

/// The local calendar and clock: UTC in the user's time zone.
public struct LocalClock: Sendable {
    /// Returns the local time at a moment; nil out of the calendar's range.
    public var civilTime: @Sendable (_ moment: Timestamp) -> CivilTime?
    /// Returns the moment of a local time; nil out of the clock's range.
    ///
    /// In an hour that a change of the zone skips or repeats, the C library decides, or ``ZoneOffsets`` for a named zone.
    public var timestamp: @Sendable (_ reading: CivilTime) -> Timestamp?

    /// Creates a clock from its two conversions.
    public init(
        civilTime: @escaping @Sendable (_ moment: Timestamp) -> CivilTime?,
        timestamp: @escaping @Sendable (_ reading: CivilTime) -> Timestamp?
    ) {
        self.civilTime = civilTime
        self.timestamp = timestamp
    }

    /// The clock of this process: the variable `TZ`, else the machine's time zone.
    public static let system = LocalClock(civilTime: systemCivilTime, timestamp: systemTimestamp)

    /// Returns how far the local time is ahead of UTC at a moment; nil out of the calendar's range.
    public func offset(at moment: Timestamp) -> Duration? { civilTime(moment).map { Timestamp($0) - moment } }

    private static func systemCivilTime(at moment: Timestamp) -> CivilTime? {
        let rest = (moment.milliseconds % 1000 + 1000) % 1000
        let time = whereismy_local_reading(moment.milliseconds / 1000 - (moment.milliseconds % 1000 < 0 ? 1 : 0))
        guard time.is_known != 0 else { return nil }
        return CivilTime(
            year: Int(time.year) + 1900, month: Int(time.month) + 1, day: Int(time.day), hour: Int(time.hour),
            minute: Int(time.minute), second: Int(time.second), millisecond: Int(rest))
    }

    private static func systemTimestamp(of reading: CivilTime) -> Timestamp? {
        let parts = [reading.year, reading.month, reading.day, reading.hour, reading.minute, reading.second]
        // Beyond every calendar, and within the range of the C library.
        let limit = -1_000_000...1_000_000
        guard parts.allSatisfy(limit.contains) else { return nil }
        let time = whereismy_reading(
            is_known: 1, year: Int32(reading.year - 1900), month: Int32(reading.month - 1), day: Int32(reading.day),
            hour: Int32(reading.hour), minute: Int32(reading.minute), second: Int32(reading.second))
        let moment = whereismy_local_moment(time)
        guard moment.is_known != 0 else { return nil }
        return Timestamp(milliseconds: moment.seconds * 1000 + Int64(reading.millisecond))
    }
}
