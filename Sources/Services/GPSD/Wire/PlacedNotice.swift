/// A notice among events, and how many of these came before it.
struct PlacedNotice {
    let notice: Notice
    let position: Int
}
