extension LoadedSettings {
    /// What settings that are good by themselves cannot mean together.
    var contradictions: [ConfigurationError.Problem] { zoneFaults + openAccess }

    private var zoneFaults: [ConfigurationError.Problem] {
        settings.zones.compactMap { zone in
            let known = SettingKey.zone(named: zone.name).compactMap { origins[$0.place] }
            return zone.fault.map { (known.first ?? .builtIn).problem($0) }
        }
    }

    private var openAccess: [ConfigurationError.Problem] {
        settings.http.fault.map { [origin(of: SettingKey.access.place).problem($0)] } ?? []
    }
}
