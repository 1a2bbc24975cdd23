import Testing

@testable import CommandLine

/// A program with two subcommands.
private enum Sample: Program {
    static let name = "sample"
    static let version = "1.2.3"
    static let overview = OptionTable(usage: "sample NAME", summary: "A sample.", options: sharedOptions)
    static let sharedOptions: [Option] = [.help, .version]
    static let subcommands: [any Subcommand<Int>.Type] = [Add.self, CompletionCommand<Sample>.self]

    static func report(_ line: String) {}

    enum Add: Subcommand {
        static let name = "add"
        static let size = Option("size", letter: "s", value: "SIZE", help: "the size")
        static let table = OptionTable(
            usage: "sample add", summary: "Add.", defaultAction: "one", options: [size, .quiet] + sharedOptions,
            operand: .each(of: Action.self))

        enum Action: String, CaseIterable { case one, two }

        static func run(_ options: ParsedOptions, in context: Int) throws -> CommandResult {
            let (action, name) = try action(Action.self, of: options) { $0 == .two ? "name" : nil }
            let size = try options.value(of: size, as: .number(within: 1...9)) ?? context
            return .change("\(action) \(name) \(size)", options)
        }
    }
}

struct ProgramTests {
    private func run(_ arguments: [String]) -> CommandResult { Sample.run(arguments, in: 7) }

    @Test(
        "a subcommand gets its options, operands and the context",
        arguments: [
            (["add"], "one  7\n"), (["add", "two", "x", "-s", "3"], "two x 3\n"), (["--size=4", "add"], "one  4\n"),
            (["add", "-q"], ""), (["--version"], "sample 1.2.3\n"), (["add", "--version"], "sample 1.2.3\n"),
        ])
    func dispatch(arguments: [String], text: String) {
        #expect(run(arguments) == CommandResult(text: text))
    }

    @Test(
        "a wrong command line is rejected with the fix",
        arguments: [
            ([], "a subcommand is missing, see --help"),
            (["ad"], "unknown subcommand \"ad\", did you mean add?"),
            (["--siez", "3"], "unknown option --siez, did you mean --size?"),
            (["add", "three"], "add: unknown action \"three\", known are one, two"),
            (["add", "two"], "add two needs a name"), (["add", "one", "x"], "unexpected argument \"x\", see --help"),
            (["add", "--size", "10"], "--size: \"10\" is not a number from 1 to 9"),
            (["completion"], "completion needs one of bash, zsh, fish"),
        ])
    func usage(arguments: [String], message: String) {
        #expect(run(arguments) == CommandResult(diagnostics: message, code: .usage))
    }

    @Test(
        "an argument that the runtime has repaired, since its bytes are no UTF-8, is refused with what works",
        arguments: [["add", "one", "F\u{FFFD}hre.gpx"], ["add", "--size=\u{FFFD}"]])
    func repaired(arguments: [String]) {
        let result = run(arguments)
        #expect(
            result.code == .usage
                && result.diagnostics.hasPrefix("argument \"\(arguments[arguments.count - 1])\" is not"))
        #expect(
            result.diagnostics.hasSuffix(
                " is not UTF-8; fix: rename the file, or give its content to standard input: import - <FILE"))
    }

    @Test("the help names the subcommands, and help NAME is that of the subcommand")
    func help() {
        let text = String(decoding: run(["help"]).output, as: UTF8.self)
        #expect(text.hasPrefix("Usage: sample NAME\nA sample.\n\nSubcommands:\n  add "))
        #expect(run(["help", "add"]) == CommandResult(text: Sample.Add.table.help))
    }

    @Test("a value is written as it is parsed, and a word stands for none")
    func syntax() {
        let number = ValueSyntax.number(within: 1...9).orNone()
        #expect(number.parse("none") == .some(nil) && number.parse("3") == 3 && number.parse("10") == nil)
        #expect(number.text(nil) == "none" && number.text(3) == "3")
        #expect(ValueSyntax.flag.parse("no") == false && ValueSyntax.flag.parse("maybe") == nil)
    }
}
