import CommandLine

/// A part of a manual page that is generated, between two comments: `.\" begin NAME` and `.\" end NAME`.
///
/// What follows the generated lines of an item, after a comment, is prose that is written by hand and stays.
struct GeneratedPart {
    /// A list of items; the heading of a subsection before it, if any.
    struct List {
        var heading: String?
        let items: [Item]
    }

    /// An item of a list.
    struct Item {
        /// The macros after `.It`.
        let tag: String
        /// The generated lines after the tag.
        let lines: [String]
    }

    private static let byHand = ".\\\" by hand"

    /// The name in the comments.
    var name = "options"
    let lists: [List]
    /// The lines after the lists.
    var last: [String] = []
    /// The arguments of `.Bl`.
    var style = "-tag -width Ds"

    /// Returns the page with this part generated again; nil if it does not have the comments.
    func rewritten(_ page: String) -> String? {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.firstIndex(of: ".\\\" begin \(name)"),
            let last = lines.firstIndex(of: ".\\\" end \(name)"),
            first < last
        else { return nil }
        let prose = Self.prose(in: lines[first..<last])
        return (lines[...first] + rendered(prose) + lines[last...]).joined(separator: "\n")
    }

    /// The lines by hand of each item, by heading and tag.
    private static func prose(in lines: ArraySlice<String>) -> [String: [String]] {
        var (heading, item, isByHand, prose) = ("", "", false, [String: [String]]())
        for line in lines {
            if isByHand, isOpen(prose[item] ?? []) || !line.hasPrefix(".It ") && line != ".El" {
                prose[item, default: []].append(line)
            } else if line.hasPrefix(".It ") {
                (item, isByHand) = ("\(heading)\n\(key(line))", false)
            } else if line.hasPrefix(".Ss ") {
                heading = line
            } else {
                isByHand = line == byHand
            }
        }
        return prose
    }

    /// True if a nested list is not closed yet.
    private static func isOpen(_ lines: [String]) -> Bool {
        lines.count { $0.hasPrefix(".Bl ") } > lines.count { $0 == ".El" }
    }

    /// The option or word that a tag is about, without its value.
    private static func key(_ line: String) -> String {
        let words = line.split(separator: " ").dropFirst()
        return String(words.first { $0.hasPrefix("\\-") } ?? words.dropFirst().first ?? "")
    }

    private func rendered(_ prose: [String: [String]]) -> [String] {
        lists.flatMap { list -> [String] in
            guard !list.items.isEmpty else { return [] }
            let heading = list.heading.map { ".Ss \($0)" }
            return (heading.map { [$0] } ?? []) + [".Bl \(style)"]
                + list.items.flatMap { item -> [String] in
                    let tag = ".It \(item.tag)"
                    let byHand = prose["\(heading ?? "")\n\(Self.key(tag))"] ?? []
                    return [tag] + item.lines + (byHand.isEmpty ? [] : [Self.byHand]) + byHand
                } + [".El"]
        } + last
    }
}

extension GeneratedPart.Item {
    /// An option with its line of the help.
    init(_ option: Option) {
        let long = "Fl \\-\(option.name)"
        let letter = option.letter.map { "Fl \($0) , " } ?? ""
        tag =
            letter + long
            + (option.value.map { " " + Self.placeholder($0, isOptional: option.defaultValue != nil) } ?? "")
        var words: Set<String> = []
        if case .words(let choices) = option.candidates { words = Set(choices()) }
        lines = Self.sentence(option.help, words: words)
    }

    /// The value of an option: a word as such, anything else as what it stands for.
    private static func placeholder(_ value: String, isOptional: Bool) -> String {
        (isOptional ? "Op " : "") + (value == value.lowercased() ? "Cm " : "Ar ") + value.lowercased()
    }

    /// A line of the help as lines of mdoc, in which `words` are marked as words of the command line.
    static func sentence(_ help: String, words: Set<String>) -> [String] {
        var (lines, text) = ([String](), "")
        func flush() {
            if !text.isEmpty { lines.append(text) }
            text = ""
        }
        let isWord = words.contains(String(help.prefix { $0.isLetter }))
        let start = isWord ? help.prefix(1) : help.prefix(1).uppercased()[...]
        for token in "\(start)\(help.dropFirst()).".split(separator: " ") {
            let word = token.drop { $0 == "(" }.prefix { !"),;:.".contains($0) }
            let (before, after) = (token.prefix { $0 == "(" }, token.drop { $0 == "(" }.dropFirst(word.count))
            guard words.contains(String(word)), before.isEmpty || after.hasPrefix(")") else {
                text += (text.isEmpty ? "" : " ") + token
                continue
            }
            flush()
            let marks = before.isEmpty ? after : after.dropFirst()
            lines.append((before.isEmpty ? ".Cm " : ".Pq Cm ") + word + marks.map { " \($0)" }.joined())
        }
        flush()
        return lines
    }
}
