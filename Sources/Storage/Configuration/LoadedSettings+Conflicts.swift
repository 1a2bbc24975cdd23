import Basics
import Location

extension Settings {
    /// The issues of valid settings that contradict each other, at the origin of the first one.
    public static func conflicts(in loaded: LoadedSettings<Settings>) -> [ConfigurationError.Issue] {
        loaded.conflicts
    }
}

extension LoadedSettings<Settings> {
    fileprivate var conflicts: [ConfigurationError.Issue] {
        sectionFaults(settings.zoneSections) + sectionFaults(settings.placeSections)
            + sectionFaults(settings.webhookSections, orBeyond: manyWebhooks) + publishFaults
            + [
                fault(.access, openAccess), fault(.listen, settings.http.overlap),
                fault(.connectionsPerAddress, limits),
                fault(.thin, thinning ?? settings.history.thinningIssue), fault(.attributionLink, attribution),
                fault(.stateDirectory, directories),
            ].compactMap { $0 }
    }

    /// Warnings about settings that are valid, with their origins.
    public var warnings: [String] {
        let isChecked = !rejected.contains(SettingKey<Settings>.attribution.qualifiedName)
        let map = isChecked ? fault(.tiles, settings.map.warning) : nil
        return ([map].compactMap(\.self) + publishWarnings).map(\.description)
    }

    private var attribution: String? {
        rejected.contains(SettingKey<Settings>.attribution.qualifiedName) ? nil : settings.map.issue
    }

    private func manyWebhooks(_ index: Int) -> String? {
        index == WebhookSettings.maxCount ? "more than \(WebhookSettings.maxCount) webhooks; fix: remove some" : nil
    }

    /// An issue: open access that exposes the position beyond this machine without `allow-public`.
    private var openAccess: String? {
        guard settings.http.access == .open, !settings.http.allowsPublic,
            let address = settings.http.listen.first(where: { !$0.isLoopback })
        else { return nil }
        return
            "access = open with listen = \(address) (\(origin(of: SettingKey<Settings>.listen.qualifiedName))) shows the position to "
            + "everyone who can reach it; fix: access = token, listen = localhost, or allow-public = yes"
    }

    /// An issue, only if both are set: the default may exceed a small number of connections.
    private var limits: String? {
        let keys = [SettingKey<Settings>.connections, .connectionsPerAddress].map(\.qualifiedName)
        guard keys.allSatisfy({ origins[$0] != nil }),
            settings.http.connectionsPerAddress > settings.http.connections
        else { return nil }
        return "more than \(described(.connections)); fix: at most that number"
    }

    private var thinning: String? {
        guard let keep = settings.history.keep, let rule = settings.history.thinning.first(where: { $0.age >= keep })
        else { return nil }
        return "no fix reaches \(rule.age.setting) with \(described(.keep)); fix: remove the rule, or raise keep"
    }

    /// An issue: the state directory lies in the runtime directory, which is cleared.
    private var directories: String? {
        let (state, runtime) = (settings.stateDirectory.components, settings.runtimeDirectory.components)
        guard state.starts(with: runtime) else { return nil }
        return "\(settings.stateDirectory) is in \(described(.runtimeDirectory)), which is cleared on restart; "
            + "fix: use another directory, such as /var/lib/whereismy"
    }

    private func described(_ key: SettingKey<Settings>) -> String {
        "\(key.name) = \(key.text(settings) ?? "") (\(origin(of: key.qualifiedName)))"
    }
}

extension String {
    /// The components of a path, the root first.
    fileprivate var components: [Substring] {
        (hasPrefix("/") ? ["/"] : []) + split(separator: "/").filter { $0 != "." }
    }
}
