import Basics
import Location

extension LoadedSettings {
    /// The issues of settings that are valid alone and contradict each other, at the origin of the first one.
    var conflicts: [ConfigurationError.Issue] {
        zoneFaults + placeFaults + webhookFaults + publishFaults
            + [
                fault(.access, openAccess), fault(.listen, settings.http.overlap),
                fault(.connectionsPerAddress, limits),
                fault(.thin, thinning ?? settings.history.thinningIssue), fault(.attributionLink, attribution),
                fault(.stateDirectory, directories),
            ].compactMap { $0 }
    }

    /// Warnings about settings that are valid, with their origins.
    public var warnings: [String] {
        let isChecked = !rejected.contains(SettingKey.attribution.qualifiedName)
        let map = isChecked ? fault(.tiles, settings.map.warning) : nil
        return ([map].compactMap(\.self) + publishWarnings).map(\.description)
    }

    private var attribution: String? {
        rejected.contains(SettingKey.attribution.qualifiedName) ? nil : settings.map.issue
    }

    private var zoneFaults: [ConfigurationError.Issue] {
        settings.zoneSections.compactMap { fault(SettingKey.zone(named: $0.name), $0.issue(except:)) }
    }

    private var placeFaults: [ConfigurationError.Issue] {
        settings.placeSections.compactMap { fault(SettingKey.place(named: $0.name), $0.issue(except:)) }
    }

    private var webhookFaults: [ConfigurationError.Issue] {
        let sections = settings.webhookSections
        return sections.enumerated().compactMap { index, section in
            let many = "more than \(WebhookSettings.maxCount) webhooks; fix: remove some"
            return fault(SettingKey.webhook(named: section.name)) { reported in
                section.issue(except: reported) ?? (index == WebhookSettings.maxCount ? many : nil)
            }
        }
    }

    /// Returns the issue of a section at its first setting, without that of keys that were rejected.
    private func fault(
        _ keys: [SettingKey], _ issue: (_ reported: Set<String>) -> String?
    ) -> ConfigurationError.Issue? {
        let reported = keys.filter { rejected.contains($0.qualifiedName) }.map(\.name)
        let origin = keys.compactMap { origins[$0.qualifiedName] }.first ?? .builtIn
        return issue(Set(reported)).map { origin.issue($0) }
    }

    /// An issue: open access that exposes the position beyond this machine without `allow-public`.
    private var openAccess: String? {
        guard settings.http.access == .open, !settings.http.allowsPublic,
            let address = settings.http.listen.first(where: { !$0.isLoopback })
        else { return nil }
        return
            "access = open with listen = \(address) (\(origin(of: SettingKey.listen.qualifiedName))) shows the position to "
            + "everyone who can reach it; fix: access = token, listen = localhost, or allow-public = yes"
    }

    /// An issue, only if both are set: the default may exceed a small number of connections.
    private var limits: String? {
        let keys = [SettingKey.connections, .connectionsPerAddress].map(\.qualifiedName)
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

    private func fault(_ key: SettingKey, _ message: String?) -> ConfigurationError.Issue? {
        message.map { origin(of: key.qualifiedName).issue("\(key.name): \($0)") }
    }

    private func described(_ key: SettingKey) -> String {
        "\(key.name) = \(key.text(settings) ?? "") (\(origin(of: key.qualifiedName)))"
    }
}

extension String {
    /// The components of a path, the root first.
    fileprivate var components: [Substring] {
        (hasPrefix("/") ? ["/"] : []) + split(separator: "/").filter { $0 != "." }
    }
}
