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

/// A shell that completes what is being typed.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// What it has to read for that.
    var script: String {
        switch self {
        case .bash: BashScript.text
        case .zsh: ZshScript.text
        case .fish: FishScript.text
        }
    }
}

extension Subcommand {
    /// What may stand first: the subcommands and `help`, with what each does.
    static var firstWords: [(name: String, summary: String)] {
        allCases.map { ($0.rawValue, $0.table.summary) } + [("help", "The same as NAME --help.")]
    }

    /// The options that a value follows in whatever subcommand, with their hyphens, in the order of the alphabet.
    static var optionsWithValue: [String] {
        everyOption.options.filter { $0.value != nil }.map { "--\($0.name)" }.sorted()
    }
}

extension Option {
    /// How it can be written.
    var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension Candidates {
    /// The words, with blanks between; nil where it is not words.
    var list: String? {
        guard case .words(let words) = self else { return nil }
        return words().joined(separator: " ")
    }

    /// Whether it is a file.
    var isFiles: Bool {
        if case .files = self { return true }
        return false
    }
}
