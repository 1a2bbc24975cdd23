public import Basics
public import Location

/// Where fixes come from: a gpsd, or a recording of one.
public protocol FixSource: Sendable {
    /// Delivers events until ``stop()`` or their end; blocks, so it wants a thread of its own.
    ///
    /// `deliver` is called with what has come, in order, and with nothing when the moment of uptime it last asked
    /// for has come: it answers the next such moment, or nil.
    ///
    /// - Throws: an error that says why there can be no fixes at all.
    func run(deliver: (_ events: [ReceiverEvent], _ now: Moment) -> Duration?) throws

    /// Ends ``run(deliver:)`` soon; may be called from any thread.
    func stop()
}
