import Location

/// An action that a session requests.
enum SessionAction: Equatable, Sendable {
    /// Connect to gpsd, then report `connected` or `failed`.
    case connect
    /// Send a line to gpsd.
    case send(String)
    /// Close the connection, and discard partial data.
    case close
    /// Deliver an event to the consumer.
    case publish(ReceiverEvent)
}
