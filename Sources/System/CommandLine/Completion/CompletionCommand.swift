/// The subcommand `completion`: print a completion script for a shell.
public enum CompletionCommand<Owner: Program>: Subcommand {
    /// The name on the command line.
    public static var name: String { "completion" }

    /// The usage, the summary and the options.
    public static var table: OptionTable {
        OptionTable(
            usage: "\(Owner.name) completion [OPTION]... bash|zsh|fish",
            summary: "Print a completion script for subcommands, options and their values.",
            options: Owner.sharedOptions, operand: .each(of: Shell.self))
    }

    /// Prints the script.
    public static func run(_ options: ParsedOptions, in context: Owner.Context) throws -> CommandResult {
        let names = Shell.allCases.map(\.rawValue)
        guard !options.operands.isEmpty else {
            throw UsageError("completion needs one of \(names.joined(separator: ", "))")
        }
        let name = try options.requireOperands(["shell"], of: name)[0]
        guard let shell = Shell(rawValue: name) else {
            throw UsageError("completion: unknown shell \(name.debugDescription), \(names.hint(for: name))")
        }
        return CommandResult(text: shell.script(of: Owner.table))
    }
}

/// A shell with completion.
package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// The completion script of a program.
    package func script(of program: ProgramTable) -> String {
        switch self {
        case .bash: BashScript(program: program).text
        case .zsh: ZshScript(program: program).text
        case .fish: FishScript(program: program).text
        }
    }
}

extension Option {
    /// The spellings of the option, with hyphens.
    package var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension Candidates {
    /// The words, separated by blanks; nil for other kinds of candidates.
    package var list: String? {
        guard case .words(let words) = self else { return nil }
        return words().joined(separator: " ")
    }

    var isFiles: Bool {
        if case .files = self { return true }
        return false
    }
}
