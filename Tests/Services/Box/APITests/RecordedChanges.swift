import Location
import Places
import Synchronization

/// Records the changes of places and of the anchor watch, and the lines of the journal.
final class RecordedChanges: Sendable {
    private let content = Mutex<(places: [[Place]], watches: [AnchorWatch?], lines: [String], flushes: Int)>(
        ([], [], [], 0))

    /// All places after each change.
    var places: [[Place]] { content.withLock { $0.places } }
    /// Each watch that was set, and nil for each end.
    var watches: [AnchorWatch?] { content.withLock { $0.watches } }

    /// Each line of the journal.
    var lines: [String] { content.withLock { $0.lines } }

    /// The number of requests to write pending fixes.
    var flushes: Int { content.withLock { $0.flushes } }

    func recordFlush() { content.withLock { $0.flushes += 1 } }

    func record(_ line: String) { content.withLock { $0.lines.append(line) } }

    func record(_ places: [Place]) { content.withLock { $0.places.append(places) } }

    /// The names in which a claim was accepted.
    private let names = Mutex<[String]>([])
    var accepted: [String] { names.withLock { $0 } }
    func recordAcceptance(by name: String) { names.withLock { $0.append(name) } }

    func record(_ watch: AnchorWatch?) { content.withLock { $0.watches.append(watch) } }
}
