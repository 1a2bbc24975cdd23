/// A fence that each fix is held against.
struct Neighbour: Sendable {
    /// Which of the watch's fences.
    let index: Int
    let shape: FlatShape
}
