import Basics
import History
import Location

/// The daemon's history writer without its thread: the clock is advanced by the caller, everything else is the same.
struct SynchronousWriter {
    private let store: SQLiteHistory
    private var recorder: HistoryRecorder

    init(path: String, settings: RecordingSettings) throws {
        store = try SQLiteHistory(path: path, access: .readWrite)
        recorder = HistoryRecorder(settings: settings)
    }

    /// Records a point and executes every action that is due.
    mutating func record(_ point: TrackPoint, at uptime: Duration) throws {
        recorder.record(point, at: uptime)
        let moment = Moment(uptime: uptime, wallClock: point.timestamp)
        while let action = recorder.nextAction(at: moment) {
            switch action {
            case .commitPoints(let points): _ = try store.append(points)
            case .commitEvents(let events): _ = try store.append(events: events)
            case .seal(let before): try store.seal(before: before)
            case .applyRetention, .trimLateRuns, .summarise: break
            }
            _ = recorder.recordCompletion(of: action, at: uptime)
        }
    }
}
