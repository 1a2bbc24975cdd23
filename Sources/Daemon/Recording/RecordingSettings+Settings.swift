import Configuration
import History

extension RecordingSettings {
    /// What the configuration says about the history.
    init(_ settings: HistorySettings) {
        self.init(
            commitInterval: settings.commitInterval, extent: settings.record == .all ? .all : .thinned,
            retention: Retention(
                keep: settings.keep,
                thinning: settings.thinning.map {
                    ThinningRule(age: $0.age, moving: $0.moving, standing: $0.standing)
                }))
    }
}
