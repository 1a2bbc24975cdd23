import Basics
import Location

/// Files that wait in a directory until somebody takes them.
struct QueueFacts: Hashable, Sendable {
    /// Whether the directory can be looked into.
    var visibility = Visibility.visible
    /// How many there are.
    var count = 0
    /// When the first one came; nil where there is none.
    var since: Timestamp?
}
