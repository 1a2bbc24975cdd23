import Basics
import Location

extension SettingKey {
    /// The settings of `[history]`.
    static let history = [enabled, commitInterval, record, keep, thin]

    private static let enabled = flag("history", "enabled", \.history.isEnabled)

    private static let commitInterval = SettingKey(
        section: "history", name: "commit-interval",
        expected: "a time up to 1h such as 10s or 1m, or 0 to write each fix at once",
        text: { $0.history.commitInterval.setting }
    ) { text, settings in
        guard let time = Duration(setting: text, within: 0...3600) else { return false }
        settings.history.commitInterval = time
        return true
    }

    private static let record = SettingKey(
        section: "history", name: "record", expected: "thinned or all", text: { $0.history.record.rawValue }
    ) { text, settings in
        guard let record = HistorySettings.Record(rawValue: text) else { return false }
        settings.history.record = record
        return true
    }

    static let keep = SettingKey(
        section: "history", name: "keep", expected: "an age from 1h on such as 365d, or forever",
        text: { $0.history.keep?.setting ?? "forever" }
    ) { text, settings in
        settings.history.keep = Duration(setting: text, within: Duration.retentionRange)
        return text == "forever" || settings.history.keep != nil
    }

    static let thin = SettingKey(
        section: "history", name: "thin",
        expected: "rules such as 90d: 10s moving, 5m standing, 365d: 1m moving, 1h standing, or none",
        text: { $0.history.thinning.isEmpty ? "none" : $0.history.thinning.map(\.setting).joined(separator: ", ") }
    ) { text, settings in
        guard let rules = text == "none" ? [] : ThinningRule.rules(setting: text) else { return false }
        settings.history.thinning = rules
        return true
    }
}
