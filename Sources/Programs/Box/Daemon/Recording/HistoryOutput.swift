import Basics
import Configuration
import History
import Linux
import Location
import Synchronization
import Tracking

/// The history writer, which a reload may start and stop.
final class HistoryOutput: Sendable {
    private let current: Mutex<HistoryWriter?>
    private let path: String
    private let callbacks: RecorderCallbacks

    /// Starts recording if the settings enable it.
    ///
    /// - Throws: ``SystemError`` if the system has no thread or descriptor left.
    init(_ settings: Settings, _ callbacks: RecorderCallbacks) throws(SystemError) {
        path = settings.historyFile
        self.callbacks = callbacks
        current = Mutex(try Self.writer(settings.history, path: path, callbacks))
        if !settings.history.isEnabled { callbacks.onOpenAttempt() }
    }

    /// The writer; nil if no history is recorded.
    var writer: HistoryWriter? { current.withLock { $0 } }

    /// Switches to other settings.
    ///
    /// - Throws: ``SystemError`` if the system has no thread or descriptor left.
    func reconfigure(_ settings: HistorySettings) throws(SystemError) {
        guard let writer else {
            var callbacks = callbacks
            callbacks.onOpenAttempt = {}
            let begun = try Self.writer(settings, path: path, callbacks)
            return current.withLock { $0 = begun }
        }
        guard settings.isEnabled else { return close() }
        writer.reconfigure(RecordingSettings(settings))
    }

    /// Stops after everything is on the disk.
    func close() {
        let ended = current.withLock { current in
            defer { current = nil }
            return current
        }
        ended?.close()
    }

    private static func writer(
        _ settings: HistorySettings, path: String, _ callbacks: RecorderCallbacks
    ) throws(SystemError) -> HistoryWriter? {
        guard settings.isEnabled else { return nil }
        return try HistoryWriter(settings: RecordingSettings(settings), path: path, callbacks: callbacks)
    }
}

extension RecordingSettings {
    /// The settings of the configuration.
    init(_ settings: HistorySettings) {
        self.init(
            commitInterval: settings.commitInterval, extent: settings.record == .all ? .all : .thinned,
            retention: Retention(maxAge: settings.keep, thinning: settings.thinning))
    }
}

extension Decision {
    /// Passes the accepted fixes to the history, in order and as they were shown, and the claims of a contradicted receiver.
    ///
    /// A delayed fix is included though it is not current. A simulated one never is, since it could not be
    /// distinguished from a real one later.
    func forEachTrackPoint(
        of controller: borrowing LocationController, at moment: Moment, _ body: (TrackPoint) -> Void
    ) {
        let isClaim = verdict?.rejection == .contradicted
        guard let verdict, isClaim || changesReport && verdict.rejection == nil else { return }
        for fix in reinstated where fix.differential != .simulated { TrackPoint(fix).map(body) }
        let shown = isClaim ? controller.claimedPoint(at: moment) : controller.trackPoint(at: moment)
        guard let point = shown, point.fix.differential != .simulated else { return }
        body(point)
    }
}
