import Configuration

/// `whereismy completion`: print what makes a shell complete this program's command line.
enum CompletionCommand {
    static let table = OptionTable(
        usage: "whereismy completion [OPTION]... bash|zsh|fish",
        summary: "Print what makes a shell complete subcommands, options and their values.",
        options: [.help, .version], operand: .each(of: Shell.self))

    static func run(_ options: ParsedOptions) throws(UsageError) -> CommandResult {
        let names = Shell.allCases.map(\.rawValue)
        guard let name = options.operands.first else {
            throw UsageError("completion needs one of \(names.joined(separator: ", "))")
        }
        guard options.operands.count == 1 else {
            throw UsageError("unexpected argument \(options.operands[1].debugDescription), see --help")
        }
        guard let shell = Shell(rawValue: name) else {
            throw UsageError("completion: unknown shell \(name.debugDescription), \(names.hint(for: name))")
        }
        return CommandResult(text: shell.script, code: .success)
    }
}
