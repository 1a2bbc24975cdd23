/// The options and operands of a command line.
public struct ParsedOptions: Sendable {
    /// The operands, in order.
    public let operands: [String]
    private var given: [(option: Option, value: String?)] = []

    init(operands: [String]) {
        self.operands = operands
    }

    mutating func add(_ option: Option, value: String?) {
        given.append((option, value))
    }

    /// Returns true if the option is present.
    public func contains(_ option: Option) -> Bool { given.contains { $0.option.name == option.name } }

    /// The last value of the option; nil when absent.
    public func value(of option: Option) -> String? { values(of: option).last }

    /// The values of the option, in order.
    public func values(of option: Option) -> [String] {
        given.filter { $0.option.name == option.name }.compactMap(\.value)
    }

    /// The option's value as a choice; nil when absent.
    ///
    /// - Throws: ``UsageError`` for an unknown value.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        of option: Option
    ) throws(UsageError) -> Choice? {
        guard let text = value(of: option) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let hint = Choice.allCases.map(\.rawValue).hint(for: text)
        throw UsageError("--\(option.name): unknown value \(text.debugDescription), \(hint)")
    }

    /// Rejects operands.
    ///
    /// - Throws: ``UsageError`` naming the first operand.
    public func requireNoOperands() throws(UsageError) {
        guard let first = operands.first else { return }
        throw UsageError("unexpected argument \(first.debugDescription), see --help")
    }
}

extension ParsedOptions {
    /// Loads the settings from the configuration, the environment and these options.
    ///
    /// - Parameters:
    ///   - environment: the variables of the process.
    ///   - files: reads the configuration.
    /// - Returns: the settings.
    /// - Throws: ``UsageError`` about a value of an option, ``ConfigurationError`` about all others.
    public func settings(environment: [String: String], files: ConfigurationFiles) throws -> Settings {
        let loaded = try loadedSettings(environment: environment, files: files)
        guard loaded.issues.isEmpty else { throw ConfigurationError(loaded.issues) }
        return loaded.settings
    }

    /// Loads the settings with their origins and all issues.
    ///
    /// - Parameters:
    ///   - environment: the variables of the process.
    ///   - files: reads the configuration.
    /// - Returns: the valid settings.
    /// - Throws: ``UsageError`` about a value of an option.
    public func loadedSettings(
        environment: [String: String], files: ConfigurationFiles
    ) throws(UsageError) -> LoadedSettings {
        var loader = SettingsLoader(environment: environment, files: files)
        return loader.load(file: value(of: .config), overrides: try overrides())
    }

    private func overrides() throws(UsageError) -> [Override] {
        var overrides: [Override] = []
        for (option, value) in given {
            guard let key = option.setting, let value else { continue }
            var scratch = Settings()
            if let fault = key.set(value, in: &scratch) { throw UsageError("--\(option.name): \(fault)") }
            overrides.append(Override(key: key, option: option.name, value: value))
        }
        return overrides
    }
}

/// A setting from the command line.
struct Override: Sendable {
    /// The setting.
    let key: SettingKey
    /// The name of the option.
    let option: String
    /// The text of the order.
    let value: String
}
