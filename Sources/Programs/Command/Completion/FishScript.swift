import Basics
import Configuration

/// The completion script for fish: a conditional line per option.
enum FishScript {
    static var text: String {
        let lines = Subcommands.all.flatMap { subcommand -> [String] in
            subcommand.table.options.map { line($0, of: subcommand) } + (operand(of: subcommand).map { [$0] } ?? [])
                + subcommand.table.secondOperands.compactMap {
                    follower($0.candidates, of: subcommand, after: $0.first)
                }
        }
        return functions + (firstWordLines + lines).map { "complete -c whereismy \($0)\n" }.joined()
    }

    private static var functions: String {
        """
        # Completion of whereismy for fish, made by: whereismy completion fish

        function __whereismy_operands --description 'The operands on the command line'
            set -l pending no
            for word in (commandline -opc)[2..-1]
                if string match -q -- '-*' $word
                    set pending no
                    contains -- $word \(Subcommands.optionsWithValue.joined(separator: " "))
                    and set pending yes
                else if test $pending = yes
                    set pending no
                else
                    echo $word
                end
            end
        end

        function __whereismy_in --description 'Test the subcommand, and optionally the number of operands and the first one'
            set -l operands (__whereismy_operands)
            set -q operands[1]; or set operands last
            test $operands[1] = $argv[1]; or return 1
            set -q argv[2]; or return 0
            test (count $operands) -eq (math $argv[2] + 1); or return 1
            set -q argv[3]; or return 0
            test $operands[2] = $argv[3]
        end

        function __whereismy_begins --description 'Test that there is no subcommand yet'
            test (count (__whereismy_operands)) -eq 0
        end


        """
    }

    private static var firstWordLines: [String] {
        let names = Subcommands.names.joined(separator: " ")
        return ["-f"]
            + Subcommands.firstWords.map { "-n __whereismy_begins -a \($0.name) -d \(quoted($0.summary))" }
            + ["-n '__whereismy_in help 0' -a '\(names)'"]
    }

    private static func line(_ option: Option, of subcommand: any Subcommand.Type) -> String {
        let letter = option.letter.map { "-s \($0) " } ?? ""
        return "-n '__whereismy_in \(subcommand.name)' \(letter)-l \(option.name)\(value(of: option)) "
            + "-d \(quoted(option.help))"
    }

    /// The candidates for the option's value.
    private static func value(of option: Option) -> String {
        guard option.value != nil else { return "" }
        guard let arguments = offer(option.candidates) else { return option.candidates.isFiles ? " -r -F" : " -x" }
        return " -x \(arguments)"
    }

    private static func operand(of subcommand: any Subcommand.Type) -> String? {
        let candidates = subcommand.table.operand
        let count = candidates.list == nil ? "" : " 0"
        return offer(candidates, "-F").map { "-n '__whereismy_in \(subcommand.name)\(count)' \($0)" }
    }

    private static func follower(_ candidates: Candidates, of subcommand: any Subcommand.Type, after first: String)
        -> String?
    {
        offer(candidates, "-F").map { "-n '__whereismy_in \(subcommand.name) 1 \(first)' \($0)" }
    }

    /// The arguments that offer the candidates; nil for none, and for files if `files` is nil.
    private static func offer(_ candidates: Candidates, _ files: String? = nil) -> String? {
        switch candidates {
        case .unknown: nil
        case .words: "-a '\(candidates.list ?? "")'"
        case .files: files
        case .directories: "-a '(__fish_complete_directories)'"
        case .places: "-a '(whereismy place list --format names 2>/dev/null)'"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing(text: #"\"#, with: #"\\"#).replacing(text: "'", with: #"\'"#) + "'"
    }
}
