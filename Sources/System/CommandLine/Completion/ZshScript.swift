import Basics

/// The completion script for zsh: specifications for `_arguments`.
struct ZshScript {
    let program: ProgramTable

    var text: String { start + program.subcommands.map { arm($0, $1) }.joined() + end }

    private var function: String { program.functionName }

    private var start: String {
        let openings = program.firstWords.map { name, summary in
            "        \(quoted("\(name):\(summary.escaping([":"]))"))\n"
        }
        return """
            #compdef \(program.name)
            # Completion of \(program.name) for zsh, made by: \(program.name) completion zsh

            \(function)_places() {
                local -a names=(${(f)"$(_call_program places \(program.name) place list --format names 2>/dev/null)"})
                compadd -a names
            }

            \(function)() {
                local curcontext=$curcontext context state state_descr line ret=1
                typeset -A opt_args
                local -a subcommands=(
            \(openings.joined())    )
                # The first operand is the subcommand, which has its own options.
                _arguments -C -A '-*' \\
            \(lines(specifications(program.overview)))        '1:subcommand:->subcommand' \\
                    '*::operand:->operand' && ret=0
                case $state in
                subcommand) _describe -t subcommands subcommand subcommands && ret=0 ;;
                operand)
                    curcontext=${curcontext%:*:*}:\(program.name)-$words[1]:
                    case $words[1] in

            """
    }

    /// The completions of one subcommand.
    private func arm(_ name: String, _ table: OptionTable) -> String {
        let position = table.operand.list == nil ? "*" : "1"
        let operands =
            (action(table.operand).map { ["\(position):operand:\($0)"] } ?? [])
            + (table.secondOperands.isEmpty ? [] : ["2:operand:{\(followers(table))}"])
        return """
                    \(name))
                        _arguments \\
            \(lines(specifications(table) + operands.map(quoted)))            && ret=0
                        ;;

            """
    }

    private func lines(_ specifications: [String]) -> String {
        specifications.map { "            \($0) \\\n" }.joined()
    }

    private func specifications(_ table: OptionTable) -> [String] {
        table.options.flatMap { option in
            let alone = option.letter == nil ? "" : "(\(option.spellings.joined(separator: " ")))"
            let help = option.help.escaping(["[", "]", ":"])
            if let value = value(of: option) { return [quoted("*--\(option.name)=[\(help)]\(value)")] }
            return option.spellings.map { quoted("\(alone)\($0)[\(help)]") }
        }
    }

    /// The specification of the option's value; nil for options without one.
    private func value(of option: Option) -> String? {
        guard let name = option.value else { return nil }
        let start = (option.defaultValue == nil ? ":" : "::") + "\(name):"
        return start + (action(option.candidates) ?? "")
    }

    /// The second operand's candidates, by the first operand.
    private func followers(_ table: OptionTable) -> String {
        let arms = table.secondOperands.compactMap { first, candidates in
            candidates.list.map { "\(first)) compadd \($0) ;;" }
                ?? action(candidates).map { "\(first)) \($0) ;;" }
        }
        return "case $line[1] in \(arms.joined(separator: " ")) esac"
    }

    /// The action that offers the candidates; nil if there are none.
    private func action(_ candidates: Candidates) -> String? {
        switch candidates {
        case .unknown: nil
        case .words: "(\(candidates.list ?? ""))"
        case .files: "_files"
        case .directories: "_files -/"
        case .places: "\(function)_places"
        }
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing(text: "'", with: #"'\''"#) + "'"
    }

    private var end: String {
        """
                help)
                    _arguments '1:subcommand:(\(program.names.joined(separator: " ")))' && ret=0
                    ;;
                esac
                ;;
            esac
            return ret
        }

        # compinit runs this file at the first completion; source runs it earlier.
        if [[ $funcstack[1] == \(function) ]]; then \(function) "$@"; else compdef \(function) \(program.name); fi

        """
    }
}

extension String {
    /// Returns the text with a backslash before each of the characters and before each backslash.
    fileprivate func escaping(_ characters: Set<Character>) -> String {
        map { characters.contains($0) || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    }
}
