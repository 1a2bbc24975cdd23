import Basics
import History
import Location

/// The daemon's writer without its thread: time passes as fast as the disk allows, and all else is the same.
struct Recording {
    private let store: SQLiteHistory
    private var recorder: HistoryRecorder

    init(path: String, settings: RecordingSettings) throws {
        store = try SQLiteHistory(path: path, access: .readWrite)
        recorder = HistoryRecorder(settings: settings)
    }

    /// Records a point and does what is due then.
    mutating func record(_ point: TrackPoint, at uptime: Duration) throws {
        recorder.record(point, at: uptime)
        let moment = Moment(uptime: uptime, wallClock: point.timestamp)
        while let action = recorder.nextAction(at: moment) {
            switch action {
            case .commitPoints(let points): _ = try store.append(points)
            case .commitEvents(let occurrences): _ = try store.append(events: occurrences)
            case .seal(let before): try store.seal(before: before)
            case .applyRetention: break
            }
            _ = recorder.recordCompletion(of: action, at: uptime)
        }
    }
}
