import Configuration

/// The completion for fish: a line an option, each with when it counts.
enum FishScript {
    static var text: String {
        let lines = Subcommand.allCases.flatMap { subcommand -> [String] in
            subcommand.table.options.map { line($0, of: subcommand) } + (operand(of: subcommand).map { [$0] } ?? [])
        }
        return functions + (openings + lines).map { "complete -c whereismy \($0)\n" }.joined()
    }

    private static var functions: String {
        """
        # Completion of whereismy for fish, made by: whereismy completion fish

        function __whereismy_operands --description 'What of the command line is neither an option nor its value'
            set -l pending no
            for word in (commandline -opc)[2..-1]
                if string match -q -- '-*' $word
                    set pending no
                    contains -- $word \(Subcommand.optionsWithValue.joined(separator: " "))
                    and set pending yes
                else if test $pending = yes
                    set pending no
                else
                    echo $word
                end
            end
        end

        function __whereismy_in --description 'Whether it is this subcommand, with so many operands where that is given'
            set -l operands (__whereismy_operands)
            set -q operands[1]; or set operands last
            test $operands[1] = $argv[1]; or return 1
            set -q argv[2]; or return 0
            test (count $operands) -eq (math $argv[2] + 1)
        end

        function __whereismy_begins --description 'Whether the subcommand is still to come'
            test (count (__whereismy_operands)) -eq 0
        end


        """
    }

    private static var openings: [String] {
        let names = Subcommand.allCases.map(\.rawValue).joined(separator: " ")
        return ["-f"]
            + Subcommand.openings.map { "-n __whereismy_begins -a \($0.name) -d \(quoted($0.summary))" }
            + ["-n '__whereismy_in help 0' -a '\(names)'"]
    }

    private static func line(_ option: Option, of subcommand: Subcommand) -> String {
        let letter = option.letter.map { "-s \($0) " } ?? ""
        return "-n '__whereismy_in \(subcommand.rawValue)' \(letter)-l \(option.name)\(value(of: option)) "
            + "-d \(quoted(option.help))"
    }

    /// What follows the option.
    private static func value(of option: Option) -> String {
        guard option.value != nil else { return "" }
        switch option.candidates {
        case .unknown: return " -x"
        case .words: return " -x -a '\(option.candidates.list ?? "")'"
        case .files: return " -r -F"
        case .directories: return " -x -a '(__fish_complete_directories)'"
        }
    }

    private static func operand(of subcommand: Subcommand) -> String? {
        let candidates = subcommand.table.operand
        switch candidates {
        case .unknown: return nil
        case .words: return "-n '__whereismy_in \(subcommand.rawValue) 0' -a '\(candidates.list ?? "")'"
        case .files: return "-n '__whereismy_in \(subcommand.rawValue)' -F"
        case .directories: return "-n '__whereismy_in \(subcommand.rawValue)' -a '(__fish_complete_directories)'"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#) + "'"
    }
}
