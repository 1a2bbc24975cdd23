import Location
import Places
import Synchronization

/// Records the changes of places and of the anchor watch.
final class PlacesTold: Sendable {
    private let content = Mutex<(places: [[Place]], watches: [AnchorWatch?])>(([], []))

    /// All places after each change.
    var places: [[Place]] { content.withLock { $0.places } }
    /// Each watch that was set, and nil for each end.
    var watches: [AnchorWatch?] { content.withLock { $0.watches } }

    func note(_ places: [Place]) { content.withLock { $0.places.append(places) } }

    func note(_ watch: AnchorWatch?) { content.withLock { $0.watches.append(watch) } }
}
