public import Basics
public import Linux
import Location

/// From when to when a history is asked for, both included; nil for an open end.
public struct Period: Hashable, Sendable {
    /// The first moment; nil from the beginning.
    public var first: Timestamp?
    /// The last moment; nil to the end.
    public var last: Timestamp?

    /// Takes both ends; nil for an open one.
    public init(first: Timestamp?, last: Timestamp?) {
        self.first = first
        self.last = last
    }

    /// All of a number of days, of which today is the last; everything where the clock cannot tell which day it is.
    public init(lastDays count: Int, now: Timestamp, clock: LocalClock) {
        guard let reading = clock.civilTime(now) else {
            self.init(first: nil, last: nil)
            return
        }
        let today = LocalDay(reading)
        self.init(from: today.advanced(by: 1 - count), until: today.advanced(by: 1), clock: clock)
    }

    /// All of the days from one up to but not including another.
    public init(from start: LocalDay, until end: LocalDay, clock: LocalClock) {
        first = start.start(clock)
        last = end.start(clock) + .milliseconds(-1)
    }
}
