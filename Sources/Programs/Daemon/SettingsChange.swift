import Configuration

/// What other settings mean to a daemon that runs.
struct SettingsChange {
    /// What cannot change while it runs.
    let refusals: [ConfigurationError.Problem]
    /// Whether the API has to be begun anew.
    let concernsService: Bool

    init(from old: Settings, to new: Settings) {
        refusals = [
            Self.refusal("runtime-directory", old.runtimeDirectory, new.runtimeDirectory),
            Self.refusal("state-directory", old.stateDirectory, new.stateDirectory),
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
        concernsService = same != new || new.map.mbtiles != nil
    }

    private static func refusal(_ name: String, _ old: String, _ new: String) -> ConfigurationError.Problem? {
        guard old != new else { return nil }
        return ConfigurationError.Problem(
            place: "[paths]", message: "\(name) is \(old) while the daemon runs: restart it to have \(new)")
    }
}
