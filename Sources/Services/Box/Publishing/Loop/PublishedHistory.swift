import Basics
import Delivery
import History
import Location
import PublishState

/// The history to publish, opened for reading when it is needed.
final class PublishedHistory {
    /// The pause after a failure to open or read.
    private static let pause: Duration = .seconds(10)
    /// The maximum number of late runs that are read at once.
    private static let maxRuns = 1000

    private let path: String
    private var store: SQLiteHistory?
    /// The reason why the history cannot be read; nil if it can.
    private(set) var problem: String?
    /// The uptime of the next attempt after a failure.
    private(set) var notBefore: Duration = .zero

    /// Creates access to a file that may not exist yet.
    init(path: String) { self.path = path }

    /// Returns what has changed since a late run; nil if the history cannot be read.
    func change(after lateID: Int64, at uptime: Duration) -> HistoryChange? {
        attempt(at: uptime) { store in
            try store.snapshot {
                let found = try store.lateRuns(after: lateID, limit: Self.maxRuns)
                let newest = found.isEmpty ? nil : try store.newestTime()
                let runs = found.map { HistoryChange.LateRun($0, newest: newest) }
                return HistoryChange(
                    identity: try store.identity(), lastLateID: try store.lastLateRun(), lateRuns: runs)
            }
        }
    }

    /// Returns the beginning of a new destination: the newest point, with the number of the last late run.
    func newest(at uptime: Duration) -> (time: Timestamp?, lateID: Int64)? {
        attempt(at: uptime) { store in (try store.newestTime(), try store.lastLateRun()) }
    }

    /// Returns the newest point up to a moment; nil if there is none, or if the history cannot be read.
    func newestPoint(upTo moment: Timestamp) -> TrackPoint? {
        attempt(at: .zero) { store in try store.neighbours(of: moment, device: nil).before } ?? nil
    }

    /// Returns the next points, at most a number of them, with what ``MessageEncoder`` keeps from a destination; nil if the
    /// history cannot be read.
    func points(_ read: HistoryRead, limit: Int, at uptime: Duration) -> (points: [TrackPoint], isEnd: Bool)? {
        attempt(at: uptime) { store in
            var points: [TrackPoint] = []
            do {
                let query = PointQuery(from: read.first, to: read.last, device: read.device, showsContradicted: true)
                // Damaged segments cannot be sent; `whereismy history verify` reports them.
                _ = try store.forEachPoint(query) { point in
                    if let after = read.after, FixPosition(point) <= after { return }
                    guard points.count < limit else { throw LimitError() }
                    points.append(point)
                }
                return (points, true)
            } catch is LimitError {
                return (points, false)
            }
        }
    }

    /// Returns the fixes behind a cursor; nil if the history cannot be read.
    func waiting(behind cursor: DeliveryCursor, at uptime: Duration) -> WaitingFixes? {
        attempt(at: uptime) { store in try WaitingFixes(behind: cursor, in: store) }
    }

    /// Returns the next events at places after a moment, whole moments of them; nil if the history cannot be read.
    func events(
        after moment: Timestamp, upTo last: Timestamp, at uptime: Duration
    ) -> (events: [PlaceEvent], isEnd: Bool)? {
        attempt(at: uptime) { store in
            var events: [PlaceEvent] = []
            do {
                let first = Timestamp(milliseconds: moment.milliseconds + 1)
                try store.forEachPlaceEvent(TimeSpan(first: first, last: last), place: nil) { event in
                    let isFull = events.count >= Destination.readLimit && event.moment != events.last?.moment
                    guard !isFull else { throw LimitError() }
                    events.append(event)
                }
                return (events, true)
            } catch is LimitError {
                return (events, false)
            }
        }
    }

    /// Ends an iteration that has read enough.
    private struct LimitError: Error {}

    /// Closes the file, which is opened again when it is needed.
    func close() { store = nil }

    private func attempt<Result>(at uptime: Duration, _ body: (SQLiteHistory) throws -> Result) -> Result? {
        guard uptime >= notBefore else { return nil }
        do {
            let store = try self.store ?? SQLiteHistory(path: path, access: .readOnly)
            self.store = store
            let result = try body(store)
            problem = nil
            return result
        } catch {
            store = nil
            problem = "\(error)"
            notBefore = uptime + Self.pause
            return nil
        }
    }
}

extension HistoryChange.LateRun {
    /// Creates a run of a history with a newest point; nil for none.
    fileprivate init(_ run: SQLiteHistory.LateRun, newest: Timestamp?) {
        let device = run.device.isEmpty ? nil : run.device
        self.init(
            id: run.id, span: LateSpan(device: device, first: run.first, last: run.last),
            isRemoval: device == nil && newest.map { $0 < run.last } ?? true)
    }
}
