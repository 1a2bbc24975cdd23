import Basics
import Location

/// The clock of a recording: it follows the times of the fixes as the clock of a machine would.
///
/// A machine's clock does not follow a receiver that is a day off for a moment; nor does this one. A step beyond
/// ``maxStep`` or backwards counts when consistent fixes confirm it; meanwhile the clock goes on by the usual interval.
/// Times that are 1024 weeks behind or ahead continue the clock; if they are ahead three times, the clock was behind.
struct RecordingClock {
    /// A longer silence is confirmed first.
    private static let maxStep: Duration = .seconds(600)
    /// A smaller step back is another receiver, or a correction of a clock.
    private static let smallStep: Duration = .seconds(5)
    /// The longest interval between two fixes that confirm each other.
    private static let consistency: Duration = .seconds(60)
    /// The number of consistent fixes that confirm a step forwards and backwards.
    ///
    /// gpsd_json(5) recommends three. Clocks go back for some seconds, recordings hardly ever.
    private static let (fixesForwards, fixesBackwards) = (3, 10)
    /// 1024 weeks: the week number of the GPS signal has ten bits (IS-GPS-200, 20.3.3.3.1.1).
    private static let rollover: Duration = .seconds(1024 * 7 * 86_400)

    private var uptime: Duration = .zero
    private var wallClock: Timestamp?
    private var interval: Duration = .seconds(1)
    /// The last unconfirmed time, and the number of consistent ones up to it.
    private var candidate: (time: Timestamp, count: Int)?
    /// The number of successive fixes whose time is whole periods ahead.
    private var ahead = 0

    /// The moment of the last fix.
    var now: Moment { Moment(uptime: uptime, wallClock: wallClock ?? Timestamp(milliseconds: 0)) }

    mutating func advance(to fix: Fix) {
        guard let latest = wallClock else {
            if fix.timestamp == nil { uptime += interval }
            wallClock = fix.timestamp
            return
        }
        guard let timestamp = fix.timestamp else { return advance(to: latest + interval, by: interval) }
        let (time, before) = continuing(timestamp, after: latest)
        let step = time - before
        if step >= .zero - Self.smallStep, step <= Self.maxStep {
            candidate = nil
            guard step > .zero else { return }
            if step < Self.consistency { interval = step }
            return advance(to: time, by: step)
        }
        guard confirms(time, isForwards: step > .zero) else { return advance(to: before + interval, by: interval) }
        advance(to: time, by: step > .zero ? step : interval)
    }

    private mutating func advance(to time: Timestamp, by step: Duration) {
        wallClock = time
        uptime += step
    }

    /// Returns a time shifted by whole periods to continue the clock, and the clock that it continues, which is moved
    /// instead if it was behind.
    private mutating func continuing(_ time: Timestamp, after latest: Timestamp) -> (Timestamp, Timestamp) {
        let period = Self.rollover.milliseconds
        let off = (time - (latest + interval)).milliseconds
        let periods = (off + (off < 0 ? -period / 2 : period / 2)) / period
        let shift = Duration.milliseconds(periods * period)
        ahead = periods > 0 ? ahead + 1 : 0
        guard ahead >= Self.fixesForwards else { return (time + (.zero - shift), latest) }
        ahead = 0
        return (time, latest + shift)
    }

    /// Counts an unexpected time; returns true if enough consistent ones confirm it.
    private mutating func confirms(_ time: Timestamp, isForwards: Bool) -> Bool {
        var count = 1
        if let candidate, case let step = time - candidate.time, step > .zero, step < Self.consistency {
            count += candidate.count
        }
        candidate = (time, count)
        guard count >= (isForwards ? Self.fixesForwards : Self.fixesBackwards) else { return false }
        candidate = nil
        return true
    }
}
