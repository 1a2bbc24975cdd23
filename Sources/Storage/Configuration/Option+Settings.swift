public import CommandLine
import Location

extension Option {
    /// `--config`, of every program.
    public static let config = Option(
        "config", value: "FILE", .files, help: "read this file in place of /etc/whereismy/whereismy.conf")
    /// `--runtime-directory`, of every program.
    public static let runtimeDirectory = Option(
        "runtime-directory", value: "DIR", .directories, help: "directory of the report and the page (/run/whereismy)",
        setting: .runtimeDirectory)
    /// `--state-directory`, of every program.
    public static let stateDirectory = Option(
        "state-directory", value: "DIR", .directories, help: "directory of persistent data (/var/lib/whereismy)",
        setting: .stateDirectory)

    /// `--platform`, of programs that track.
    public static let platform = Option(
        "platform", value: "NAME", .each(of: Platform.self),
        help: "platform: pedestrian, road, rail, sea, air or any (any)", setting: .platform)

    /// `--coordinates`, of subcommands that print positions.
    public static let coordinates = Option(
        "coordinates", value: "FORMAT", .each(of: CoordinateFormat.self), help: "dd, ddm, dms or utm (dd)",
        setting: .coordinates)
    /// `--units`, of subcommands that print lengths.
    public static let units = Option(
        "units", value: "SYSTEM", .each(of: UnitSystem.self), help: "metric, imperial or nautical (metric)",
        setting: .units)
    /// The options of all subcommands that print positions and lengths for people.
    public static let display = [coordinates, units]

    /// The options of all programs and subcommands that read the configuration.
    public static let shared = [config, runtimeDirectory, stateDirectory]

    init(
        _ name: String, value: String, _ candidates: Candidates = .unknown, help: String, setting: SettingKey<Settings>
    ) {
        self.init(name, value: value, candidates, help: help, setting: setting.qualifiedName)
    }
}

extension ParsedOptions {
    /// Loads the settings from the configuration, the environment and these options.
    ///
    /// - Parameters:
    ///   - type: the type of the settings.
    ///   - environment: the variables of the process.
    ///   - files: reads the configuration.
    /// - Returns: the settings.
    /// - Throws: ``UsageError`` about a value of an option, ``ConfigurationError`` about all others.
    public func settings<Root: FileSettings>(
        of type: Root.Type = Settings.self, environment: [String: String], files: ConfigurationFiles
    ) throws -> Root {
        let loaded = try loadedSettings(of: type, environment: environment, files: files)
        guard loaded.issues.isEmpty else { throw ConfigurationError(loaded.issues) }
        return loaded.settings
    }

    /// Loads the settings with their origins and all issues.
    ///
    /// - Throws: ``UsageError`` about a value of an option.
    public func loadedSettings<Root: FileSettings>(
        of type: Root.Type = Settings.self, environment: [String: String], files: ConfigurationFiles
    ) throws(UsageError) -> LoadedSettings<Root> {
        var loader = SettingsLoader<Root>(environment: environment, files: files)
        return loader.load(file: value(of: .config), overrides: try overrides())
    }

    private func overrides<Root: FileSettings>() throws(UsageError) -> [Override<Root>] {
        var overrides: [Override<Root>] = []
        for (option, value) in given {
            guard let name = option.setting, let value,
                let key = Root.keys.first(where: { $0.qualifiedName == name })
            else { continue }
            var scratch = Root(environment: [:])
            if let fault = key.set(value, in: &scratch) { throw UsageError("--\(option.name): \(fault)") }
            overrides.append(Override(key: key, option: option.name, value: value))
        }
        return overrides
    }
}

/// A setting from the command line.
struct Override<Root>: Sendable {
    let key: SettingKey<Root>
    let option: String
    let value: String
}
