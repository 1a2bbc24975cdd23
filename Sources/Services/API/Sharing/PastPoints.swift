import Basics
import History
import Location
import Synchronization

/// Where the machine was some time ago, looked up once for all who ask with the same delay.
///
/// Shares are told on the thread that tells everybody, and may be asked for as often as somebody likes.
final class PastPoints: Sendable {
    /// How old an answer may be: who looks at the past can wait as long for it.
    private static let freshness: Duration = .seconds(2)
    /// More delays than people choose.
    private static let mostKept = 64

    private struct Answer {
        let asked: Timestamp
        let point: TrackPoint?
    }

    private let kept = Mutex<[Duration: Answer]>([:])
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
        if let answer = kept.withLock({ $0[delay] }), answer.asked <= moment, moment - answer.asked < Self.freshness {
            return answer.point
        }
        let answer = Answer(asked: moment, point: find(moment))
        kept.withLock { kept in
            if kept.count >= Self.mostKept { kept = [:] }
            kept[delay] = answer
        }
        return answer.point
    }
}
