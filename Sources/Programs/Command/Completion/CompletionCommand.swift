import Configuration

/// `whereismy completion`: print a completion script for a shell.
enum CompletionCommand: Subcommand {
    static let name = "completion"

    static let table = OptionTable(
        usage: "whereismy completion [OPTION]... bash|zsh|fish",
        summary: "Print a completion script for subcommands, options and their values.",
        options: Option.shared + [.help, .version], operand: .each(of: Shell.self))

    static func run(_ options: ParsedOptions, in context: Context) throws(UsageError) -> CommandResult {
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

/// A shell with completion.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// The completion script.
    var script: String {
        switch self {
        case .bash: BashScript.text
        case .zsh: ZshScript.text
        case .fish: FishScript.text
        }
    }
}

extension Option {
    /// The spellings of the option, with hyphens.
    var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension Candidates {
    /// The words, separated by blanks; nil for other kinds of candidates.
    var list: String? {
        guard case .words(let words) = self else { return nil }
        return words().joined(separator: " ")
    }

    /// True if the candidates are files.
    var isFiles: Bool {
        if case .files = self { return true }
        return false
    }
}
