/// A notice among events, and how many of these came before it.
struct IndexedMessage {
    let notice: ControlMessage
    let position: Int
}
