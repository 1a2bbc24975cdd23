import Basics

/// The completion script for fish: a conditional line per option.
struct FishScript {
    let program: ProgramTable

    var text: String {
        let lines = program.subcommands.flatMap { name, table -> [String] in
            table.options.map { line($0, of: name) } + (operand(of: name, table.operand).map { [$0] } ?? [])
                + table.secondOperands.compactMap { follower($0.candidates, of: name, after: $0.first) }
        }
        return functions + (firstWordLines + lines).map { "complete -c \(program.name) \($0)\n" }.joined()
    }

    private var function: String { program.functionName }

    private var functions: String {
        """
        # Completion of \(program.name) for fish, made by: \(program.name) completion fish

        function _\(function)_operands --description 'The operands on the command line'
            set -l pending no
            for word in (commandline -opc)[2..-1]
                if string match -q -- '-*' $word
                    set pending no
                    contains -- $word \(program.optionsWithValue.joined(separator: " "))
                    and set pending yes
                else if test $pending = yes
                    set pending no
                else
                    echo $word
                end
            end
        end

        function _\(function)_in --description 'Test the subcommand, and optionally the number of operands and the first one'
            set -l operands (_\(function)_operands)
            set -q operands[1]; or set operands \(program.standard ?? "''")
            test $operands[1] = $argv[1]; or return 1
            set -q argv[2]; or return 0
            test (count $operands) -eq (math $argv[2] + 1); or return 1
            set -q argv[3]; or return 0
            test $operands[2] = $argv[3]
        end

        function _\(function)_begins --description 'Test that there is no subcommand yet'
            test (count (_\(function)_operands)) -eq 0
        end


        """
    }

    private var firstWordLines: [String] {
        let names = program.names.joined(separator: " ")
        return ["-f"]
            + program.firstWords.map { "-n _\(function)_begins -a \($0.name) -d \(quoted($0.summary))" }
            + ["-n '_\(function)_in help 0' -a '\(names)'"]
    }

    private func line(_ option: Option, of subcommand: String) -> String {
        let letter = option.letter.map { "-s \($0) " } ?? ""
        return "-n '_\(function)_in \(subcommand)' \(letter)-l \(option.name)\(value(of: option)) "
            + "-d \(quoted(option.help))"
    }

    private func value(of option: Option) -> String {
        guard option.value != nil else { return "" }
        guard let arguments = offer(option.candidates) else { return option.candidates.isFiles ? " -r -F" : " -x" }
        return " -x \(arguments)"
    }

    private func operand(of subcommand: String, _ candidates: Candidates) -> String? {
        let count = candidates.list == nil ? "" : " 0"
        return offer(candidates, "-F").map { "-n '_\(function)_in \(subcommand)\(count)' \($0)" }
    }

    private func follower(_ candidates: Candidates, of subcommand: String, after first: String) -> String? {
        offer(candidates, "-F").map { "-n '_\(function)_in \(subcommand) 1 \(first)' \($0)" }
    }

    /// The arguments that offer the candidates; nil for none, and for files if `files` is nil.
    private func offer(_ candidates: Candidates, _ files: String? = nil) -> String? {
        switch candidates {
        case .unknown: nil
        case .words: "-a '\(candidates.list ?? "")'"
        case .files: files
        case .directories: "-a '(__fish_complete_directories)'"
        case .places: "-a '(\(program.name) place list --format names 2>/dev/null)'"
        }
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing(text: #"\"#, with: #"\\"#).replacing(text: "'", with: #"\'"#) + "'"
    }
}
