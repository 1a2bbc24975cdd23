/// The options that a command line gives.
public struct ParsedOptions: Sendable {
    /// What is not an option, in order.
    public let operands: [String]
    private var given: [(option: Option, value: String?)] = []

    init(operands: [String]) {
        self.operands = operands
    }

    mutating func add(_ option: Option, value: String?) {
        given.append((option, value))
    }

    /// Whether the option is given.
    public func contains(_ option: Option) -> Bool { given.contains { $0.option.name == option.name } }

    /// The option's value, the last one when it is given more than once; nil when it is not given.
    public func value(of option: Option) -> String? { values(of: option).last }

    /// The option's values, in order.
    public func values(of option: Option) -> [String] {
        given.filter { $0.option.name == option.name }.compactMap(\.value)
    }

    /// The option's value as one of several words; nil when it is not given.
    ///
    /// - Throws: ``UsageError`` when it is none of them.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        of option: Option
    ) throws(UsageError) -> Choice? {
        guard let text = value(of: option) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let hint = Choice.allCases.map(\.rawValue).hint(for: text)
        throw UsageError("--\(option.name): unknown value \(text.debugDescription), \(hint)")
    }

    /// Makes sure that there is nothing but options.
    ///
    /// - Throws: ``UsageError`` naming the first operand.
    public func requireNoOperands() throws(UsageError) {
        guard let first = operands.first else { return }
        throw UsageError("unexpected argument \(first.debugDescription), see --help")
    }
}

extension ParsedOptions {
    /// The settings from the configuration, the environment and these options.
    ///
    /// - Parameters:
    ///   - environment: the variables of the process.
    ///   - files: how the configuration is read.
    /// - Returns: the settings.
    /// - Throws: ``UsageError`` about a value given here, ``ConfigurationError`` about all others.
    public func settings(environment: [String: String], files: ConfigurationFiles) throws -> Settings {
        let loaded = try loadedSettings(environment: environment, files: files)
        guard loaded.issues.isEmpty else { throw ConfigurationError(loaded.issues) }
        return loaded.settings
    }

    /// The same settings with where each comes from, and with all that is wrong.
    ///
    /// - Parameters:
    ///   - environment: the variables of the process.
    ///   - files: how the configuration is read.
    /// - Returns: the settings as far as they are right.
    /// - Throws: ``UsageError`` about a value given here.
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

/// A setting made on the command line.
struct Override: Sendable {
    /// Which setting.
    let key: SettingKey
    /// The option that made it.
    let option: String
    /// Its text.
    let value: String
}
