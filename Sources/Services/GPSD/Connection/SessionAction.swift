import Location

/// What a session wants done.
enum SessionAction: Equatable, Sendable {
    /// Connect to gpsd; then say `connected` or `failed`.
    case connect
    /// Send a line to gpsd.
    case send(String)
    /// Close the connection, and forget what was half received.
    case close
    /// Tell whoever uses the fixes.
    case publish(ReceiverEvent)
}
