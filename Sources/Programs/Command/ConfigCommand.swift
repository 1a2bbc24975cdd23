import Configuration
import JSON
import Wire

/// `whereismy config`: print the settings and their sources.
enum ConfigCommand: Subcommand {
    static let name = "config"

    /// The actions.
    enum Action: String, CaseIterable {
        case show
    }

    static let table = OptionTable(
        usage: "whereismy config [OPTION]... [show]",
        summary: "Show every setting, its value and its source.",
        defaultAction: "show",
        options: [OutputFormat.option] + Option.shared + [.help, .version], operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        _ = try Operands.read(
            Action.self, from: options.operands, of: Self.self, named: [], nameKind: "name")
        let loaded = try options.loadedSettings(environment: context.environment, files: context.files)
        guard loaded.issues.isEmpty else { throw ConfigurationError(loaded.issues) }
        switch format {
        case .text: return CommandResult(text: loaded.text, code: .success)
        case .json: return CommandResult(output: json(loaded), code: .success)
        }
    }

    private static func json(_ loaded: LoadedSettings) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.strings("files", loaded.files)
            json.objects("settings", loaded.entries) { $0.members(of: $1) }
        }
        return json.bytes + [0x0A]
    }
}

extension JSONWriter {
    fileprivate mutating func members(of entry: LoadedSettings.Entry) {
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
