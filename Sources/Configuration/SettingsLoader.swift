import Linux

/// Puts the settings together from all that may say something about them.
///
/// Later wins: the built-in default, the configuration file, its drop-ins in the order of their names, the environment
/// that systemd sets, the command line.
struct SettingsLoader {
    private let environment: [String: String]
    private let files: ConfigurationFiles
    private var settings = Settings()
    private var problems: [ConfigurationError.Problem] = []

    init(environment: [String: String], files: ConfigurationFiles) {
        self.environment = environment
        self.files = files
    }

    /// Reads everything.
    ///
    /// - Parameters:
    ///   - file: the configuration file that the command line names; nil for the usual one, which need not be there.
    ///   - overrides: what the command line says.
    /// - Returns: the settings.
    /// - Throws: ``ConfigurationError`` with all that is wrong.
    mutating func load(file: String?, overrides: [Override]) throws(ConfigurationError) -> Settings {
        if let directory = variable("CONFIGURATION_DIRECTORY") { settings.configurationDirectory = directory }
        readFiles(file)
        for key in SettingKey.all { readVariable(of: key) }
        for override in overrides {
            note(override.key.set(override.value, in: &settings), at: "command line")
        }
        for zone in settings.zones { note(zone.fault, at: "configuration") }
        note(settings.http.fault, at: "[http]")
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        return settings
    }

    /// A variable of the environment; systemd separates several directories by colons, and the first is ours.
    private func variable(_ name: String) -> String? {
        environment[name]?.split(separator: ":").first.map(String.init)
    }

    private mutating func readVariable(of key: SettingKey) {
        guard let name = key.environment, let value = variable(name) else { return }
        note(key.set(value, in: &settings), at: name)
    }

    private mutating func readFiles(_ named: String?) {
        let main = named ?? "\(settings.configurationDirectory)/whereismy.conf"
        read(main, mayBeMissing: named == nil)
        let directory = main + ".d"
        do {
            let names = try files.names(directory).filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
            for name in names.sorted() { read("\(directory)/\(name)", mayBeMissing: false) }
        } catch {
            if !error.isAbsence { problems.append(.init(place: directory, message: error.reason)) }
        }
    }

    private mutating func read(_ path: String, mayBeMissing: Bool) {
        do {
            let document = INIDocument(try files.contents(path))
            problems += document.faults.map { .init(place: path, line: $0.line, message: $0.reason) }
            for entry in document.entries { apply(entry, from: path) }
        } catch {
            if mayBeMissing, error.isAbsence { return }
            let hint = error.isNoFile ? ", it has to be a file such as /etc/whereismy/whereismy.conf" : ""
            problems.append(.init(place: path, message: error.reason + hint))
        }
    }

    private mutating func apply(_ entry: INIDocument.Entry, from path: String) {
        switch SettingKey.find(section: entry.section, name: entry.name) {
        case .success(let key): note(key.set(entry.value, in: &settings), at: path, line: entry.line, name: entry.name)
        case .failure(let unknown): note(unknown.message, at: path, line: entry.line)
        }
    }

    private mutating func note(_ fault: String?, at place: String, line: Int? = nil, name: String? = nil) {
        guard let fault else { return }
        let message = name.map { "\($0): \(fault)" } ?? fault
        problems.append(.init(place: place, line: line, message: message))
    }
}
