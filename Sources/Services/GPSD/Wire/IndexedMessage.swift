/// A control message among events, and the number of events before it.
struct IndexedMessage {
    let notice: ControlMessage
    let position: Int
}
