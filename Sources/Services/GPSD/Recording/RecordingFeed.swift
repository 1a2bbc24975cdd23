public import Location

/// A recording of gpsd's JSON that arrives in pieces, for example from a pipe, read by the same code as a connection.
///
/// Its own times are the clock, as with ``Recording``.
public struct RecordingFeed: ~Copyable {
    private var player = RecordingPlayer()

    /// Creates an empty feed.
    public init() {}

    /// Reads a line with its end, or a part of one.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes.
    ///   - handler: Receives each completed event, the sky of an epoch before its fix.
    public mutating func read(_ bytes: [UInt8], handler take: (ReceiverEvent) -> Void) {
        player.play(bytes) { events, _ in
            events.forEach(take)
            return nil
        }
    }

    /// Ends the recording.
    ///
    /// - Parameter handler: Receives the events that were waiting for more of their epoch.
    public mutating func finish(handler take: (ReceiverEvent) -> Void) {
        player.finish { events, _ in
            events.forEach(take)
            return nil
        }
    }
}
