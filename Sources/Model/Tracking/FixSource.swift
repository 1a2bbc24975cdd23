public import Basics
public import Location

/// A source of fixes: gpsd or a recording.
public protocol FixSource: Sendable {
    /// Delivers events until ``stop()`` or the end of the source; blocks and needs a thread of its own.
    ///
    /// Calls `deliver` with new events in order, and without events at the uptime that it last requested; its result is
    /// the next such uptime, or nil.
    ///
    /// - Throws: an error if no fixes can be delivered at all.
    func run(deliver: (_ events: [ReceiverEvent], _ now: Moment) -> Duration?) throws

    /// Ends ``run(deliver:)`` soon; callable from any thread.
    func stop()
}
