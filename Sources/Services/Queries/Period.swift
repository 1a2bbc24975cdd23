public import Basics
public import Linux

/// A closed interval of time for a query; nil for an open end.
public struct Period: Hashable, Sendable {
    /// The first moment; nil from the beginning.
    public var first: Timestamp?
    /// The last moment; nil to the end.
    public var last: Timestamp?

    /// Creates a period; nil for an open end.
    public init(first: Timestamp?, last: Timestamp?) {
        self.first = first
        self.last = last
    }

    /// Creates a period of whole days up to and including today; unlimited if the clock fails.
    public init(lastDays count: Int, now: Timestamp, clock: LocalClock) {
        guard let reading = clock.civilTime(now) else {
            self.init(first: nil, last: nil)
            return
        }
        let today = LocalDay(reading)
        self.init(from: today.advanced(by: 1 - count), until: today.advanced(by: 1), clock: clock)
    }

    /// Creates a period of whole days from one up to but not including another.
    public init(from start: LocalDay, until end: LocalDay, clock: LocalClock) {
        first = start.start(clock)
        last = end.start(clock) + .milliseconds(-1)
    }
}
