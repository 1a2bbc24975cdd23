/// The completion script for bash: a function that parses the words before the cursor.
struct BashScript {
    let program: ProgramTable

    var text: String { start + parsing + arms + end }

    private var start: String {
        """
        # Completion of \(program.name) for bash, made by: \(program.name) completion bash

        \(program.functionName)() {
            local current=${COMP_WORDS[COMP_CWORD]} subcommand='' option='' first='' word index
            local -i operands=0
            local options='' words='' kind=''

        """
    }

    /// Finds the subcommand, the option whose value is at the cursor, and the operands before it.
    private var parsing: String {
        """
            for ((index = 1; index < COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                # readline splits --format=json into three words.
                [[ $word == = ]] && continue
                if [[ -n $option && $word != -* ]]; then
                    option=''
                    continue
                fi
                option=''
                case $word in
                \(program.optionsWithValue.joined(separator: " | "))) option=$word ;;
                -*) ;;
                *)
                if [[ -z $subcommand ]]; then subcommand=$word; else operands+=1; fi
                ((operands == 1)) && first=$word
                ;;
                esac
            done
            [[ $current == = ]] && current=''
            case ${subcommand:-\(program.standard ?? "")} in

        """
    }

    private var arms: String {
        program.subcommands.map { arm($0, $1) }.joined() + "    help) ((operands == 0)) && words='\(subcommands)' ;;\n"
    }

    private var subcommands: String { program.names.joined(separator: " ") }

    /// The completions of one subcommand.
    private func arm(_ name: String, _ table: OptionTable) -> String {
        let values = table.options.compactMap { option in
            assignment(option.candidates).map { "        --\(option.name)) \($0) ;;\n" }
        }
        let condition = table.operand.list == nil ? "" : "((operands == 0)) && "
        let operand = assignment(table.operand).map { "        '') \(condition)\($0)" }
        let operands = operand.map { "\($0)\(followers(table)) ;;\n" } ?? ""
        return """
                \(name))
                    options='\(table.options.flatMap(\.spellings).joined(separator: " "))'
                    case $option in
            \(values.joined())\(operands)        esac
                    ;;

            """
    }

    /// The second operand's candidates, by the first operand.
    private func followers(_ table: OptionTable) -> String {
        table.secondOperands.compactMap { first, candidates in
            assignment(candidates).map { "\n            ((operands == 1)) && [[ $first == \(first) ]] && \($0)" }
        }.joined()
    }

    private func assignment(_ candidates: Candidates) -> String? {
        switch candidates {
        case .unknown: nil
        case .words: "words='\(candidates.list ?? "")'"
        case .files: "kind=default"
        case .directories: "kind=dirnames"
        case .places: "kind=places"
        }
    }

    private var end: String {
        """
            esac
            [[ -z $subcommand && -z $option ]] && words='\(program.firstWords.map(\.name).joined(separator: " "))'
            if [[ $current == -* ]]; then
                words=$options
                kind=''
            fi
            COMPREPLY=()
            # readline completes files, including quoting.
            if [[ $kind == places ]]; then
                # Names may contain blanks.
                while IFS= read -r word; do
                    printf -v word %q "$word"
                    [[ $word == "$current"* ]] && COMPREPLY+=("$word")
                done < <(\(program.name) place list --format names 2>/dev/null)
            elif [[ -n $kind ]]; then
                compopt -o "$kind"
            else
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
            fi
        }

        complete -F \(program.functionName) \(program.name)

        """
    }
}
