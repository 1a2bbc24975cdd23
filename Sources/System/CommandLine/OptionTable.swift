import Linux

/// The options of a program or subcommand, for parsing, help and suggestions.
public struct OptionTable: Sendable {
    /// The usage, such as `whereismyd [OPTION]...`.
    public let usage: String
    /// The purpose of the program, in a sentence.
    public let summary: String
    /// The action of a command line without one; nil for programs and subcommands without actions.
    public let defaultAction: String?
    /// The options in the order of the help.
    public let options: [Option]
    /// The candidates for operands: files for any, words for the first.
    public let operand: Candidates
    /// The candidates for the second operand, by the first one.
    public let secondOperands: [(first: String, candidates: Candidates)]

    /// Creates a table.
    public init(
        usage: String, summary: String, defaultAction: String? = nil, options: [Option],
        operand: Candidates = .unknown, secondOperands: [(first: String, candidates: Candidates)] = []
    ) {
        self.usage = usage
        self.summary = summary
        self.defaultAction = defaultAction
        self.options = options
        self.operand = operand
        self.secondOperands = secondOperands
    }

    /// Parses the arguments after the program's name.
    ///
    /// - Throws: ``UsageError`` about the first error.
    public func parse(_ arguments: [String]) throws(UsageError) -> ParsedOptions {
        try Self.check(arguments)
        let scan = GetOpt(completed(arguments), options: scannable)
        var parsed = ParsedOptions(operands: scan.operands)
        for item in scan.items {
            switch item {
            case .option(let index, let value): parsed.add(options[index], value: value)
            case .missingValue(let index):
                throw UsageError("--\(options[index].name) needs a value: --\(options[index].signature)")
            case .unexpectedValue(let index): throw UsageError("--\(options[index].name) takes no value")
            case .unknown(let token): throw unknown(token)
            }
        }
        return parsed
    }

    /// The index of the first argument that is neither an option of this table nor its value; nil when there is none.
    public func indexOfFirstOperand(in arguments: [String]) -> Int? {
        let count = GetOpt(arguments, options: scannable, stopsAtOperand: true).operands.count
        return count > 0 ? arguments.count - count : nil
    }

    /// Refuses an argument whose bytes are no UTF-8, which the runtime has replaced: as a path, it leads to no file.
    private static func check(_ arguments: [String]) throws(UsageError) {
        let suspects = arguments.filter { $0.contains("\u{FFFD}") }
        guard !suspects.isEmpty, let line = try? FileContents.read("/proc/self/cmdline", limit: 1 << 22) else { return }
        let given = Set(line.split(separator: 0).map(Array.init))
        guard let broken = suspects.first(where: { !given.contains(Array($0.utf8)) }) else { return }
        let fix = "fix: rename the file, or give its content to standard input: import - <FILE"
        throw UsageError("argument \(broken.debugDescription) is not UTF-8; \(fix)")
    }

    private var scannable: [GetOpt.Option] {
        options.map { GetOpt.Option($0.name, letter: $0.letter, takesValue: $0.value != nil) }
    }

    /// Inserts the default value after each option whose optional value is omitted.
    private func completed(_ arguments: [String]) -> [String] {
        arguments.indices.flatMap { index -> [String] in
            let argument = arguments[index]
            let next = index + 1 < arguments.count ? arguments[index + 1] : nil
            // A hyphen by itself is a file: standard output.
            let isAlone = next.map { $0.hasPrefix("-") && $0 != "-" } ?? true
            guard isAlone, let usual = options.first(where: { argument == "--\($0.name)" })?.defaultValue else {
                return [argument]
            }
            return [argument, usual]
        }
    }

    private func unknown(_ token: String) -> UsageError {
        let name = String(token.drop { $0 == "-" }.prefix { $0 != "=" })
        let matches = options.map(\.name).filter { token.hasPrefix("--") && $0.hasPrefix(name) }
        guard matches.count < 2 else {
            return UsageError("option \(token) is ambiguous: \(matches.map { "--\($0)" }.joined(separator: " and "))")
        }
        guard let nearest = options.map(\.name).nearest(to: name), token.hasPrefix("--") else {
            return UsageError("unknown option \(token), see --help")
        }
        return UsageError("unknown option \(token), did you mean --\(nearest)?")
    }
}

extension Option {
    /// The name and its placeholder, without hyphens.
    var signature: String {
        guard let value else { return name }
        return defaultValue == nil ? "\(name) \(value)" : "\(name) [\(value)]"
    }
}

extension OptionTable {
    /// The help: usage, summary and a line for each option.
    public var help: String { help(sections: []) }

    /// The help with further sections, a title each and rows of a syntax and its meaning, before the options.
    public func help(sections: [(title: String, rows: [(String, String)])]) -> String {
        let all = sections + [(title: "Options", rows: options.map { ($0.column, $0.help) })]
        let width = all.flatMap(\.rows).map(\.0.count).max() ?? 0
        let text = all.map { section in
            "\n\(section.title):\n" + section.rows.map { "  \($0.0.padded(to: width))  \($0.1)\n" }.joined()
        }
        let note = defaultAction.map { "Without an action: \($0).\n" } ?? ""
        return "Usage: \(usage)\n\(summary)\n\(note)" + text.joined()
    }
}

extension Option {
    fileprivate var column: String { (letter.map { "-\($0), " } ?? "    ") + "--" + signature }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
