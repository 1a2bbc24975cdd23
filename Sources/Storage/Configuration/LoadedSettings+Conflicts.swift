import Basics
import Location

extension LoadedSettings {
    /// What settings that are good by themselves cannot mean together, each told where the first of them was made.
    var conflicts: [ConfigurationError.Issue] {
        zoneFaults + placeFaults + webhookFaults
            + [
                fault(.access, openAccess), fault(.listen, settings.http.overlap),
                fault(.connectionsPerAddress, limits),
                fault(.thin, thinning ?? settings.history.thinningIssue), fault(.attributionLink, settings.map.issue),
                fault(.stateDirectory, directories),
            ].compactMap { $0 }
    }

    private var zoneFaults: [ConfigurationError.Issue] {
        settings.zoneSections.compactMap { zone in
            let known = SettingKey.zone(named: zone.name).compactMap { origins[$0.qualifiedName] }
            return zone.issue.map { (known.first ?? .builtIn).issue($0) }
        }
    }

    private var placeFaults: [ConfigurationError.Issue] {
        settings.placeSections.compactMap { section in
            let known = SettingKey.place(named: section.name).compactMap { origins[$0.qualifiedName] }
            return section.issue.map { (known.first ?? .builtIn).issue($0) }
        }
    }

    private var webhookFaults: [ConfigurationError.Issue] {
        let sections = settings.webhookSections
        return sections.enumerated().compactMap { index, section in
            let known = SettingKey.webhook(named: section.name).compactMap { origins[$0.qualifiedName] }
            let many = "one webhook more than \(WebhookSettings.maxCount), which are the most: take some away"
            return (section.issue ?? (index == WebhookSettings.maxCount ? many : nil))
                .map { (known.first ?? .builtIn).issue($0) }
        }
    }

    /// What would show the position to more than its owner can have meant.
    private var openAccess: String? {
        guard settings.http.access == .open, !settings.http.allowsPublic,
            let address = settings.http.listen.first(where: { !$0.isLoopback })
        else { return nil }
        return
            "access = open with listen = \(address) (\(origin(of: SettingKey.listen.qualifiedName))) shows the position to "
            + "all who can reach it: say access = token, listen on localhost, or say allow-public = yes too"
    }

    /// Only where both were said: the built-in one may be more than a small number of connections.
    private var limits: String? {
        let keys = [SettingKey.connections, .connectionsPerAddress].map(\.qualifiedName)
        guard keys.allSatisfy({ origins[$0] != nil }),
            settings.http.connectionsPerAddress > settings.http.connections
        else { return nil }
        return "one address cannot have more connections than \(said(.connections)): say at most as many"
    }

    private var thinning: String? {
        guard let keep = settings.history.keep, let rule = settings.history.thinning.first(where: { $0.age >= keep })
        else { return nil }
        return "nothing gets \(rule.age.setting) old with \(said(.keep)): leave that rule out, or keep them longer"
    }

    /// What is to outlive a restart must not be where things are cleared.
    private var directories: String? {
        let (state, runtime) = (settings.stateDirectory.components, settings.runtimeDirectory.components)
        guard state.starts(with: runtime) else { return nil }
        return "\(settings.stateDirectory) is in \(said(.runtimeDirectory)), which does not outlive a restart: "
            + "say another directory, such as /var/lib/whereismy"
    }

    private func fault(_ key: SettingKey, _ message: String?) -> ConfigurationError.Issue? {
        message.map { origin(of: key.qualifiedName).issue("\(key.name): \($0)") }
    }

    private func said(_ key: SettingKey) -> String {
        "\(key.name) = \(key.text(settings) ?? "") (\(origin(of: key.qualifiedName)))"
    }
}

extension String {
    /// The names on the way to a file, from the root on or from where the program is.
    fileprivate var components: [Substring] {
        (hasPrefix("/") ? ["/"] : []) + split(separator: "/").filter { $0 != "." }
    }
}
