import CommandLine
public import Linux

/// Merges the settings from all sources.
///
/// Later ones win: defaults, the configuration file, its drop-ins in the order of their names, the environment set by
/// systemd, the command line.
struct SettingsLoader<Root: FileSettings> {
    private let environment: [String: String]
    private let files: ConfigurationFiles
    private var loaded: LoadedSettings<Root>

    init(environment: [String: String], files: ConfigurationFiles) {
        self.environment = environment
        self.files = files
        loaded = LoadedSettings(Root(environment: environment))
    }

    /// Loads all sources; without a file of the command line, the default one is read, which may be missing.
    mutating func load(file: String?, overrides: [Override<Root>]) -> LoadedSettings<Root> {
        readFiles(file)
        for key in Root.keys {
            guard let name = key.environment, let value = environment.directory(name) else { continue }
            set(key, value, from: .environment(name))
        }
        for override in overrides { set(override.key, override.value, from: .commandLine(option: override.option)) }
        loaded.issues += Root.conflicts(in: loaded)
        return loaded
    }

    private mutating func set(_ key: SettingKey<Root>, _ value: String, from origin: SettingOrigin) {
        var settings = loaded.settings
        if let fault = key.set(value, in: &settings) {
            let isInFile = if case .file = origin { true } else { false }
            loaded.issues.append(origin.issue(isInFile ? "\(key.name): \(fault)" : fault))
            loaded.rejected.insert(key.qualifiedName)
        } else {
            loaded.settings = settings
            loaded.origins[key.qualifiedName] = origin
        }
    }

    private mutating func readFiles(_ named: String?) {
        let main = named ?? "\(loaded.settings.configurationDirectory)/\(Root.fileName)"
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
            let hint = error.isNotRegularFile ? "; fix: use a file such as /etc/whereismy/\(Root.fileName)" : ""
            loaded.issues.append(.init(source: path, message: error.reason + hint))
        }
    }

    /// Applies an entry; `lines` has the line of each setting seen in the file.
    private mutating func apply(_ entry: INIDocument.Entry, from path: String, _ lines: inout [SettingName: Int]) {
        let origin = SettingOrigin.file(path, line: entry.line)
        do throws(UnknownSettingError) {
            let key = try Root.key(named: entry.name, in: entry.section)
            if let line = lines.updateValue(entry.line, forKey: key.qualifiedName) {
                loaded.issues.append(origin.issue("\(key.name) is also set on line \(line); fix: remove one"))
            }
            set(key, entry.value, from: origin)
        } catch {
            loaded.issues.append(origin.issue(error.message))
            if let meant = error.meant { loaded.rejected.insert(meant) }
        }
    }
}

/// Reads the files of the configuration.
public struct ConfigurationFiles: Sendable {
    /// Returns the bytes of a file.
    public var contents: @Sendable (_ path: String) throws(SystemError) -> [UInt8]
    /// Returns the names in a directory, in any order.
    public var names: @Sendable (_ directory: String) throws(SystemError) -> [String]

    /// Creates a reader from functions.
    public init(
        contents: @escaping @Sendable (_ path: String) throws(SystemError) -> [UInt8],
        names: @escaping @Sendable (_ directory: String) throws(SystemError) -> [String]
    ) {
        self.contents = contents
        self.names = names
    }

    /// Reads the real files, and pipes that a shell passes.
    public static let system: ConfigurationFiles = {
        let pipes = PipedFiles()
        return ConfigurationFiles(
            contents: { path throws(SystemError) in
                try PipedFiles.isPipe(path) ? pipes.read(path) : FileContents.read(path)
            },
            names: { path throws(SystemError) in try DirectoryListing.names(in: path) })
    }()
}
