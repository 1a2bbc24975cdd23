import Location

/// What lines have led to, in their order.
enum LineOutput {
    /// Something for the tracker.
    case event(ReceiverEvent)
    /// Something for the session.
    case notice(Notice)
}
