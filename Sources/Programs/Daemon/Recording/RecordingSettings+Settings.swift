import Configuration
import History

extension RecordingSettings {
    /// What the configuration says about the history.
    init(_ settings: HistorySettings) {
        self.init(
            commitInterval: settings.commitInterval, extent: settings.record == .all ? .all : .thinned,
            retention: Retention(maxAge: settings.keep, thinning: settings.thinning))
    }
}
