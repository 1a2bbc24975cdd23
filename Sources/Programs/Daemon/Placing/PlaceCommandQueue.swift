import Synchronization

/// What others find out about places, or want otherwise, for the tracker, which looks each time it is called.
final class PlaceCommandQueue: Sendable {
    private struct Content {
        var change: PlaceTrackerCommand?
        var wake: (@Sendable () -> Void)?
    }

    private let content = Mutex(Content())

    /// Who is told that something has come; nil for nobody any more.
    func onArrival(_ wake: (@Sendable () -> Void)?) {
        content.withLock { $0.wake = wake }
    }

    /// Changes what is there.
    func enqueue(_ change: (inout PlaceTrackerCommand) -> Void) {
        let wake = content.withLock { content in
            var waiting = content.change ?? PlaceTrackerCommand()
            change(&waiting)
            content.change = waiting
            return content.wake
        }
        wake?()
    }

    /// Takes what is there; nil where there is nothing.
    func dequeue() -> PlaceTrackerCommand? {
        content.withLock { content in
            guard content.change != nil else { return nil }
            defer { content.change = nil }
            return content.change
        }
    }
}
