import Basics
import Configuration
import History
import Linux
import Location
import Synchronization
import Tracking

/// The history that is recorded into, which other settings may begin and end.
final class HistoryOutput: Sendable {
    private let current: Mutex<HistoryWriter?>
    private let path: String
    private let say: @Sendable (RecorderEvent) -> Void

    /// Begins to record where the settings ask for it.
    ///
    /// - Parameters:
    ///   - settings: what is recorded, and where.
    ///   - tried: called once the file has been opened, or could not be; at once where there is none.
    ///   - say: takes what there is to say, from the writer's thread.
    /// - Throws: ``SystemError`` where the system has no thread or descriptor left.
    init(
        _ settings: Settings, tried: @escaping @Sendable () -> Void = {},
        say: @escaping @Sendable (RecorderEvent) -> Void
    ) throws(SystemError) {
        path = settings.historyFile
        self.say = say
        current = Mutex(try Self.writer(settings.history, path, tried, say))
        if !settings.history.isEnabled { tried() }
    }

    /// Records; nil where nothing is to be.
    var writer: HistoryWriter? { current.withLock { $0 } }

    /// Goes by other settings from now on.
    ///
    /// - Throws: ``SystemError`` where the system has no thread or descriptor left.
    func reconfigure(_ settings: HistorySettings) throws(SystemError) {
        guard let writer else {
            let begun = try Self.writer(settings, path, {}, say)
            return current.withLock { $0 = begun }
        }
        guard settings.isEnabled else { return close() }
        writer.reconfigure(RecordingSettings(settings))
    }

    /// Ends, when all that has come is on the disk.
    func close() {
        let ended = current.withLock { current in
            defer { current = nil }
            return current
        }
        ended?.close()
    }

    private static func writer(
        _ settings: HistorySettings, _ path: String, _ tried: @escaping @Sendable () -> Void,
        _ say: @escaping @Sendable (RecorderEvent) -> Void
    ) throws(SystemError) -> HistoryWriter? {
        guard settings.isEnabled else { return nil }
        return try HistoryWriter(settings: RecordingSettings(settings), path: path, onOpenAttempt: tried, report: say)
    }
}

extension RecordingSettings {
    /// What the configuration says about the history.
    init(_ settings: HistorySettings) {
        self.init(
            commitInterval: settings.commitInterval, extent: settings.record == .all ? .all : .thinned,
            retention: Retention(maxAge: settings.keep, thinning: settings.thinning))
    }
}

extension Decision {
    /// Gives the fixes that count as right by it, in their order and as they were shown, to the history.
    ///
    /// One that was held up on its way is among them, though it is not current when it comes. A simulated one is not,
    /// also where those count: nobody could tell it from a real one later.
    ///
    /// - Parameters:
    ///   - controller: What has decided so just now.
    ///   - moment: When that was.
    ///   - body: Takes each.
    func forEachTrackPoint(
        of controller: borrowing LocationController, at moment: Moment, _ body: (TrackPoint) -> Void
    ) {
        guard changesReport, let verdict, verdict.rejection == nil else { return }
        for fix in reinstated where fix.differential != .simulated { TrackPoint(fix).map(body) }
        guard let point = controller.trackPoint(at: moment), point.fix.differential != .simulated else { return }
        body(point)
    }
}
