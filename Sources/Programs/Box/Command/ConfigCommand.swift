import CommandLine
import Configuration
import JSON

/// `whereismy config`: print the settings and their sources.
enum ConfigCommand: Subcommand {
    static let name = "config"

    enum Action: String, CaseIterable {
        case show
    }

    static let table = OptionTable(
        usage: "whereismy config [OPTION]... [show]",
        summary: "Show every setting, its value and its source.",
        defaultAction: "show",
        options: [OutputFormat.option] + CommandProgram.sharedOptions, operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        _ = try action(Action.self, of: options) { _ in nil }
        let loaded = try context.loadedSettings(options)
        guard loaded.issues.isEmpty else { throw ConfigurationError(loaded.issues) }
        guard format == .json else { return CommandResult(text: loaded.text) }
        return .json { json in
            json.strings("files", loaded.files)
            json.objects("settings", loaded.entries) { $0.members(of: $1) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func members(of entry: LoadedSettings<Settings>.Entry) {
        string("section", entry.name.section)
        string("name", entry.name.name)
        string("value", entry.shownValue)
        switch entry.origin {
        case .builtIn: word("origin", "default")
        case .file(let path, let line):
            word("origin", "file")
            string("file", path)
            integer("line", line)
        case .environment(let variable):
            word("origin", "environment")
            string("variable", variable)
        case .commandLine(let option):
            word("origin", "option")
            string("option", "--\(option)")
        }
    }
}
