import Basics
import History
import Location
import Synchronization

/// Where the machine was some time ago, looked up once for all who ask with the same delay.
///
/// Shares are told on the thread that tells everybody, and may be asked for as often as somebody likes.
final class DelayedPoints: Sendable {
    /// How old an answer may be: who looks at the past can wait as long for it.
    private static let maxCacheAge: Duration = .seconds(2)
    /// More delays than people choose.
    private static let maxCacheEntries = 64

    private struct CachedPoint {
        let asked: Timestamp
        let point: TrackPoint?
    }

    private let cache = Mutex<[Duration: CachedPoint]>([:])
    private let find: @Sendable (Timestamp) -> TrackPoint?

    /// Asks what is given.
    init(_ find: @escaping @Sendable (Timestamp) -> TrackPoint?) {
        self.find = find
    }

    /// Asks a history; without one, or where it cannot be read, there is nothing.
    convenience init(historyFile: String?) {
        self.init { moment in
            guard let historyFile, let history = try? SQLiteHistory(path: historyFile, access: .readOnly) else {
                return nil
            }
            return try? history.neighbours(of: moment, device: nil).before
        }
    }

    /// The last point up to a moment, or up to a little before it; nil where there is none.
    func point(upTo moment: Timestamp, delay: Duration) -> TrackPoint? {
        if let answer = cache.withLock({ $0[delay] }), answer.asked <= moment, moment - answer.asked < Self.maxCacheAge {
            return answer.point
        }
        let answer = CachedPoint(asked: moment, point: find(moment))
        cache.withLock { kept in
            if kept.count >= Self.maxCacheEntries { kept = [:] }
            kept[delay] = answer
        }
        return answer.point
    }
}
