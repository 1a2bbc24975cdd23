import CommandLine
import TestSupport
import Testing

@testable import Command

/// A real shell with the completion script, in a directory with a file `track.gpx` and a directory `folder`.
struct Completer {
    let shell: Shell

    private var program: ExternalProgram { ExternalProgram(path: "/usr/bin/\(shell.rawValue)") }

    var isPresent: Bool { program.isPresent }

    /// Returns the shell's candidates for each line typed after `whereismy` and a blank.
    func offers(_ lines: [String]) throws -> [Set<String>] {
        let directory = try ScratchDirectory()
        let result = CommandProgram.run(["completion", shell.rawValue], in: .system())
        try directory.write("script", result.output)
        try directory.write("lines", Array(lines.map { $0 + "\n" }.joined().utf8))
        try directory.write(".zshrc", Array(Self.zshStart.utf8))
        try directory.write("harness", Array((Self.makeFolder + harness).utf8))
        let home = ["HOME", "ZDOTDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].map { ($0, directory.path) }
        let environment = Dictionary(uniqueKeysWithValues: home + [("TERM", "xterm"), ("LC_ALL", "C.UTF-8")])
        let text = try program.run([withoutStart, directory.file("harness")], environment: environment)
        let responses = text.split(separator: "> ", omittingEmptySubsequences: false).dropFirst()
        try #require(responses.count == lines.count, "\(text)")
        return zip(lines, responses).map { line, response in
            Set(response.drop { $0 != "\n" }.split(separator: "\n").compactMap { plain($0, typed: line) })
        }
    }

    /// The bare candidate: fish adds a description and the text before the value, some shells add the end of a
    /// directory.
    private func plain(_ offer: Substring, typed line: String) -> String? {
        var word = offer.prefix { $0 != "\t" && $0 != " " }
        if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") { word = word[equals...].dropFirst() }
        if word.hasSuffix("/") { word = word.dropLast() }
        // zsh offers options where nothing else can follow.
        let isOption =
            word.hasPrefix("-")
            && !(line.split(separator: " ", omittingEmptySubsequences: false).last ?? "")
                .hasPrefix("-")
        return word.isEmpty || isOption ? nil : String(word)
    }

    private var withoutStart: String {
        switch shell {
        case .bash: "--norc"
        case .zsh: "-f"
        case .fish: "--no-config"
        }
    }

    private var harness: String {
        switch shell {
        case .bash: Self.bash
        case .zsh: Self.zsh
        case .fish: Self.fish
        }
    }
}

extension Completer {
    fileprivate static let makeFolder = """
        mkdir "$HOME/place" "$HOME/place/folder" && touch "$HOME/place/track.gpx" && cd "$HOME/place" || exit 1

        """

    /// Calls the function as readline does, and completes files in its place.
    fileprivate static let bash = #"""
        source ../script
        whereismy() { [[ $* == 'place list --format names' ]] && printf '%s\n' Home 'At Work'; }
        compopt() {
            case $2 in
            default) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
            dirnames) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
            esac
        }
        while IFS= read -r line; do
            read -ra COMP_WORDS <<<"whereismy ${line//=/ = }"
            [[ -z $line || $line == *[\ =] ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            COMPREPLY=()
            _whereismy
            echo "> $line"
            ((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
        done <../lines
        """#

    fileprivate static let fish = #"""
        source ../script
        function whereismy
            test "$argv" = 'place list --format names'; and printf '%s\n' Home 'At Work'
        end
        while read -l line
            echo "> $line"
            complete -C "whereismy $line"
        end <../lines
        """#

    /// Types the lines in a pseudo-terminal, because zsh completes only interactively.
    fileprivate static let zsh = #"""
        zmodload zsh/zpty
        zpty child zsh -i
        zpty -r child text '*ready*'
        while IFS= read -r line; do
            zpty -w -n child "whereismy $line"$'\t'
            zpty -r child text '*offered*'
        done <../lines
        zpty -d child
        cat ../offers
        """#

    /// Configures the shell in that terminal to log its candidates.
    fileprivate static let zshStart = #"""
        # As it is installed: under this name in a directory of functions, found by its first line.
        mkdir ../functions && cp ../script ../functions/_whereismy
        fpath=(~/functions $fpath)
        autoload -Uz compinit && compinit -D -u
        whereismy() { [[ "$*" == 'place list --format names' ]] && print -l Home 'At Work' }
        compadd() {
            local -a hits
            # With these it fills arrays, and offers nothing.
            if [[ " $*" == *" -"[ADO]" "* ]]; then
                builtin compadd "$@"
                return
            fi
            builtin compadd -O hits "$@"
            print -rl -- $hits >>../offers
            builtin compadd "$@"
        }
        offer() {
            print -r -- "> ${BUFFER#whereismy }" >>../offers
            zle list-choices
            BUFFER=
            print offered
        }
        zle -N offer
        bindkey '^I' offer
        print ready
        """#
}
