/// The settings, and where each of them comes from.
public struct LoadedSettings: Hashable, Sendable {
    /// One setting, as far as it can be written into a file.
    public struct Entry: Hashable, Sendable {
        /// What it is called.
        public let name: SettingName
        /// Its value as a file has it; nil where there is none.
        public let value: String?
        /// Where the value comes from.
        public let origin: SettingOrigin
    }

    /// What the programs go by.
    public internal(set) var settings = Settings()
    /// The configuration files that were read, in their order.
    public internal(set) var files: [String] = []
    /// All that is wrong, in the order it was met; the settings are without it.
    public internal(set) var issues: [ConfigurationError.Issue] = []
    /// What is not here is as it is built in.
    var origins: [SettingName: SettingOrigin] = [:]

    /// Where a setting's value comes from.
    public func origin(of name: SettingName) -> SettingOrigin { origins[name] ?? .builtIn }

    /// Every setting in the order of the manual, those of sections with a name last.
    public var entries: [Entry] {
        let keys =
            SettingKey.all + settings.zoneSections.flatMap { SettingKey.zone(named: $0.name) }
            + settings.placeSections.flatMap { SettingKey.place(named: $0.name) }
            + settings.webhookSections.flatMap { SettingKey.webhook(named: $0.name) }
        return keys.map { Entry(name: $0.qualifiedName, value: $0.text(settings), origin: origin(of: $0.qualifiedName)) }
    }
}
