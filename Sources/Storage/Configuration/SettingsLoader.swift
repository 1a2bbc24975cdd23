public import Linux

/// Puts the settings together from all that may say something about them.
///
/// Later wins: the built-in default, the configuration file, its drop-ins in the order of their names, the environment
/// that systemd sets, the command line.
struct SettingsLoader {
    private let environment: [String: String]
    private let files: ConfigurationFiles
    private var loaded = LoadedSettings()

    init(environment: [String: String], files: ConfigurationFiles) {
        self.environment = environment
        self.files = files
    }

    /// Reads everything.
    ///
    /// - Parameters:
    ///   - file: the configuration file that the command line names; nil for the usual one, which need not be there.
    ///   - overrides: what the command line says.
    /// - Returns: the settings, with all that is wrong.
    mutating func load(file: String?, overrides: [Override]) -> LoadedSettings {
        if let directory = variable("CONFIGURATION_DIRECTORY") { loaded.settings.configurationDirectory = directory }
        loaded.settings.credentialsDirectory = environment["CREDENTIALS_DIRECTORY"]
        readFiles(file)
        for key in SettingKey.all { readVariable(of: key) }
        for override in overrides { set(override.key, override.value, from: .commandLine(option: override.option)) }
        loaded.issues += loaded.conflicts
        return loaded
    }

    /// A variable of the environment; systemd separates several directories by colons, and the first is ours.
    private func variable(_ name: String) -> String? {
        environment[name]?.split(separator: ":").first.map(String.init)
    }

    private mutating func readVariable(of key: SettingKey) {
        guard let name = key.environment, let value = variable(name) else { return }
        set(key, value, from: .environment(name))
    }

    private mutating func set(_ key: SettingKey, _ value: String, from origin: SettingOrigin) {
        var settings = loaded.settings
        if let fault = key.set(value, in: &settings) {
            let isInFile = if case .file = origin { true } else { false }
            loaded.issues.append(origin.issue(isInFile ? "\(key.name): \(fault)" : fault))
        } else {
            loaded.settings = settings
            loaded.origins[key.qualifiedName] = origin
        }
    }

    private mutating func readFiles(_ named: String?) {
        let main = named ?? "\(loaded.settings.configurationDirectory)/whereismy.conf"
        read(main, mayBeMissing: named == nil)
        let directory = main + ".d"
        do {
            let names = try files.names(directory).filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
            for name in names.sorted() { read("\(directory)/\(name)", mayBeMissing: false) }
        } catch {
            if !error.isNotFound { loaded.issues.append(.init(source: directory, message: error.reason)) }
        }
    }

    private mutating func read(_ path: String, mayBeMissing: Bool) {
        do {
            let document = INIDocument(try files.contents(path))
            loaded.files.append(path)
            loaded.issues += document.issues.map { .init(source: path, line: $0.line, message: $0.reason) }
            var lines: [SettingName: Int] = [:]
            for entry in document.entries { apply(entry, from: path, &lines) }
        } catch {
            if mayBeMissing, error.isNotFound { return }
            let hint = error.isNotRegularFile ? ", it has to be a file such as /etc/whereismy/whereismy.conf" : ""
            loaded.issues.append(.init(source: path, message: error.reason + hint))
        }
    }

    /// Takes an entry; `lines` are those of the file on which each setting has been made.
    private mutating func apply(_ entry: INIDocument.Entry, from path: String, _ lines: inout [SettingName: Int]) {
        let origin = SettingOrigin.file(path, line: entry.line)
        switch SettingKey.find(section: entry.section, name: entry.name) {
        case .failure(let unknown): loaded.issues.append(origin.issue(unknown.message))
        case .success(let key):
            if let line = lines.updateValue(entry.line, forKey: key.qualifiedName) {
                loaded.issues.append(origin.issue("\(key.name) stands on line \(line) too, leave one of them"))
            }
            set(key, entry.value, from: origin)
        }
    }
}

/// How the configuration's files are read.
public struct ConfigurationFiles: Sendable {
    /// All bytes of the file at a path.
    public var contents: @Sendable (_ path: String) throws(SystemError) -> [UInt8]
    /// The names of the files in a directory, in any order.
    public var names: @Sendable (_ directory: String) throws(SystemError) -> [String]

    /// Makes a reader from its parts.
    public init(
        contents: @escaping @Sendable (_ path: String) throws(SystemError) -> [UInt8],
        names: @escaping @Sendable (_ directory: String) throws(SystemError) -> [String]
    ) {
        self.contents = contents
        self.names = names
    }

    /// The files of this machine.
    public static let system = ConfigurationFiles(
        contents: { path throws(SystemError) in try FileContents.read(path) },
        names: { path throws(SystemError) in try DirectoryListing.names(in: path) })
}
