import Basics
import Location

/// Files that wait in a directory until somebody takes them.
struct WaitingFacts: Hashable, Sendable {
    /// Whether the directory can be looked into.
    var sight = Sight.seen
    /// How many there are.
    var count = 0
    /// When the first one came; nil where there is none.
    var since: Timestamp?
}
