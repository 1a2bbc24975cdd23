import Configuration
import Linux
import Location
import Places
import Synchronization

/// What the tracker has found out about places, for the thread that keeps and tells it.
struct PlaceUpdate: Sendable {
    /// What has happened, in its order.
    var events: [PlaceEvent] = []
    /// Where one stands with each place; nil where that has not changed.
    var states: [PlaceState]?
    /// The places that one is in, once that is certain; nil where that has not changed.
    var inside: [PlaceName]?
    /// The anchor watch as it is after something has happened to it; nil where nothing has.
    var anchor: AnchorWatch?
    /// Where it is to be looked what is around; nil for nowhere.
    var lookup: Coordinate?

    /// Whether there is nothing to keep or tell.
    var isEmpty: Bool {
        events.isEmpty && states == nil && inside == nil && anchor == nil && lookup == nil
    }

    /// Takes what is newer on top.
    mutating func formUnion(_ later: PlaceUpdate) {
        events += later.events
        states = later.states ?? states
        inside = later.inside ?? inside
        anchor = later.anchor ?? anchor
        lookup = later.lookup ?? lookup
    }
}

/// What the tracker is to know of places from now on.
struct PlaceTrackerCommand: Sendable {
    /// An anchor watch, or that there is none.
    struct Anchor: Sendable {
        /// The watch; nil for none.
        let watch: AnchorWatch?
    }

    /// All of the owner's places; nil where they have not changed.
    var places: [Place]?
    /// Whether these are all of them, and not a file of them could not be read.
    var isComplete = true
    /// The anchor watch; nil where nothing was said about it.
    var anchor: Anchor?
    /// What is around; nil where nothing was found out.
    var nearby: NearbyPlaces?
}

/// What the tracker begins with: the places, and what an earlier run has decided.
struct PlaceInitialState: Sendable {
    /// The owner's places.
    var places: [Place] = []
    /// Whether these are all of them; else a file could not be read, and nothing is known of those that were in it.
    var isComplete = true
    /// Where one stood with each of them, and with such as are no more.
    var states: [PlaceState] = []
    /// The anchor watch; nil where nothing is watched.
    var anchor: AnchorWatch?
}

/// Hands what is new about places from the tracker to the thread that keeps and tells it; never makes the first wait.
final class PlaceMailbox: Sendable {
    /// What has come since something was taken last.
    struct Delivery {
        /// What is new.
        fileprivate(set) var update = PlaceUpdate()
        /// The settings to go by from now on; nil where they have not changed.
        fileprivate(set) var settings: Settings?

        fileprivate var isEmpty: Bool { update.isEmpty && settings == nil }
    }

    private struct Content {
        var waiting = Delivery()
        var isClosed = false
    }

    private let content = Mutex(Content())
    private let arrival: EventFD

    /// Makes an empty mailbox.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init() throws(SystemError) {
        arrival = try EventFD()
    }

    /// Puts news to what is there.
    func enqueue(_ news: PlaceUpdate) {
        guard !news.isEmpty else { return }
        content.withLock { $0.waiting.update.formUnion(news) }
        arrival.signal()
    }

    /// What comes from now on is handled by other settings.
    func enqueue(_ settings: Settings) {
        content.withLock { $0.waiting.settings = settings }
        arrival.signal()
    }

    /// No more news will come.
    func close() {
        content.withLock { $0.isClosed = true }
        arrival.signal()
    }

    /// Waits for something; nil when the mailbox is closed and empty.
    func dequeue() -> Delivery? {
        while true {
            arrival.clear()
            let (delivery, isClosed) = content.withLock { content in
                defer { content.waiting = Delivery() }
                return (content.waiting, content.isClosed)
            }
            if !delivery.isEmpty { return delivery }
            if isClosed { return nil }
            _ = Poll.wait([.readable(arrival.descriptor)])
        }
    }
}

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
