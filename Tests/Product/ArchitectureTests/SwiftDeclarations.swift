/// The declarations of types and functions in a source file, as far as the rules need them.
struct SwiftDeclarations {
    struct TypeDeclaration: Equatable {
        /// `struct`, `class`, `enum`, `actor`, `protocol`, `typealias` or `extension`.
        let kind: String
        /// The last component of the name: `B` of `extension A.B`.
        let name: String
        /// The words of the inheritance clause.
        let inherited: [String]
        let isPrivate: Bool
        let isTopLevel: Bool
        let line: Int
    }

    struct FunctionDeclaration: Equatable {
        /// The name; `init` for an initialiser.
        let name: String
        let unlabelledParameterCount: Int
        let line: Int
    }

    private(set) var types: [TypeDeclaration] = []
    private(set) var functions: [FunctionDeclaration] = []

    private static let typeKinds: Set<String> = [
        "struct", "class", "enum", "actor", "protocol", "typealias", "extension",
    ]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
    ]

    private let tokens: [SwiftTokens.Token]

    init(_ text: String) {
        tokens = SwiftTokens(text).tokens
        for index in tokens.indices {
            let word = tokens[index].text
            if Self.typeKinds.contains(word) { addType(at: index) }
            if word == "func" || word == "init" { addFunction(at: index) }
        }
    }

    private mutating func addType(at index: Int) {
        guard index == 0 || tokens[index - 1].text != ".", let name = self.name(after: index) else { return }
        let modifiers = tokens[..<index].reversed().prefix { Self.modifiers.contains($0.text) }.map(\.text)
        types.append(
            TypeDeclaration(
                kind: tokens[index].text, name: name.text, inherited: inherited(after: name.index),
                isPrivate: modifiers.contains("private") || modifiers.contains("fileprivate"),
                isTopLevel: tokens[index].depth == 0, line: tokens[index].line))
    }

    /// The last component of the name that follows a keyword; nil for `class func`, `class var` and `: class`.
    private func name(after index: Int) -> (text: String, index: Int)? {
        var index = index + 1
        guard index < tokens.count, tokens[index].isWord, tokens[index].text != "func", tokens[index].text != "var"
        else { return nil }
        while index + 2 < tokens.count, tokens[index + 1].text == "." { index += 2 }
        return (tokens[index].text, index)
    }

    private func inherited(after index: Int) -> [String] {
        var rest = tokens[(index + 1)...]
        if rest.first?.text == "<" { rest = tokens[closing(of: rest.startIndex, "<", ">")...].dropFirst() }
        guard rest.first?.text == ":" else { return [] }
        return rest.prefix { $0.text != "{" && $0.text != "where" }.filter(\.isWord).map(\.text)
    }

    private mutating func addFunction(at index: Int) {
        let isFunction = tokens[index].text == "func"
        let nameIndex = isFunction ? index + 1 : index
        // A call of an initialiser: `self.init(`, `.init(`.
        guard nameIndex < tokens.count, tokens[nameIndex].isWord, index == 0 || tokens[index - 1].text != "." else {
            return
        }
        guard var open = tokens[(nameIndex + 1)...].firstIndex(where: { $0.text == "(" || $0.text == "<" }) else {
            return
        }
        if tokens[open].text == "<" { open = closing(of: open, "<", ">") + 1 }
        guard open < tokens.count, tokens[open].text == "(" else { return }
        functions.append(
            FunctionDeclaration(
                name: tokens[nameIndex].text, unlabelledParameterCount: unlabelledParameters(from: open),
                line: tokens[index].line))
    }

    /// Counts the parameters whose label is `_` in the list that opens at an index.
    private func unlabelledParameters(from open: Int) -> Int {
        let close = closing(of: open, "(", ")")
        var (count, level, startsParameter) = (0, 0, true)
        for index in (open + 1)..<max(close, open + 1) {
            let text = tokens[index].text
            if startsParameter, text == "_" { count += 1 }
            // An attribute precedes the label.
            if startsParameter, text.hasPrefix("@") { continue }
            startsParameter = level == 0 && text == ","
            if ["(", "[", "{", "<"].contains(text) { level += 1 }
            if [")", "]", "}"].contains(text) || text == ">" && tokens[index - 1].text != "-" { level -= 1 }
        }
        return count
    }

    private func closing(of open: Int, _ opener: String, _ closer: String) -> Int {
        var level = 0
        for index in tokens[open...].indices {
            if tokens[index].text == opener { level += 1 }
            if tokens[index].text == closer, closer != ">" || tokens[index - 1].text != "-" { level -= 1 }
            if level == 0 { return index }
        }
        return tokens.count - 1
    }
}
