import Configuration
import Location
import Pages

/// `whereismy status`: tell all there is to know about how it goes.
enum StatusCommand {
    /// How the answer is written.
    enum Format: String, CaseIterable {
        case text
        case json
    }

    private static let format = Option("format", value: "FORMAT", help: "text for people or json for programs (text)")

    static let table = OptionTable(
        usage: "whereismy status [OPTION]...",
        summary: "Tell the state, the receiver, the position and what is wrong.",
        options: [format] + Option.shared + [.help, .version])

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        try options.requireNoOperands()
        let format: Format = try options.choice(of: format) ?? .text
        let settings = try options.settings(environment: context.environment, files: context.files)
        let answer = try context.answer(settings)
        switch format {
        case .json: return LastCommand.json(answer)
        case .text: return Outcome(text: text(StatusRows(answer, now: context.now()).rows), code: answer.code)
        }
    }

    private static func text(_ rows: [(name: String, words: String)]) -> String {
        let width = rows.reduce(0) { max($0, $1.name.count) } + 2
        return rows.map { row in
            // The file may come from anywhere, and this goes to a terminal.
            let words = PrintableText.text(row.words)
            return row.name + String(repeating: " ", count: width - row.name.count) + words + "\n"
        }.joined()
    }
}
