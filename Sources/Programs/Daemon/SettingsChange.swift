import Configuration

/// What other settings mean to a daemon that runs.
struct SettingsChange {
    /// What cannot change while it runs.
    let issues: [ConfigurationError.Issue]
    /// Whether the API has to be begun anew.
    let restartsService: Bool

    init(from old: Settings, to new: Settings) {
        issues = [
            Self.issue(name: "runtime-directory", old: old.runtimeDirectory, new: new.runtimeDirectory),
            Self.issue(name: "state-directory", old: old.stateDirectory, new: new.stateDirectory),
        ].compactMap { $0 }
        // All but what others take over by themselves, so that a new setting is not forgotten here.
        var same = old
        same.device = new.device
        same.platform = new.platform
        same.maxAccuracy = new.maxAccuracy
        same.allowsSimulated = new.allowsSimulated
        same.pageTemplate = new.pageTemplate
        same.logsPositions = new.logsPositions
        same.history = new.history
        same.history.isEnabled = old.history.isEnabled
        // A file of tiles may be another one by the same name.
        restartsService = same != new || new.map.mbtiles != nil
    }

    private static func issue(name: String, old: String, new: String) -> ConfigurationError.Issue? {
        guard old != new else { return nil }
        return ConfigurationError.Issue(
            source: "[paths]", message: "\(name) is \(old) while the daemon runs: restart it to have \(new)")
    }
}
