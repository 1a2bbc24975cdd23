import FoundationEssentials

/// A source file, as far as the rules look at it.
struct SwiftFile {
    /// The path from the project's root, such as `Sources/Model/Location/Fix.swift`.
    let path: String
    let text: String

    /// The types and functions that it declares; parsed at each access.
    var declarations: SwiftDeclarations { SwiftDeclarations(text) }

    /// The module or test target it belongs to; empty for a file of neither.
    var module: String {
        let parts = path.split(separator: "/")
        let isInProduct = parts.count > 4 && Rules.products.contains(String(parts[2]))
        return parts.count > 3 ? String(parts[isInProduct ? 3 : 2]) : ""
    }

    /// The product that alone has its module, such as `Fleet`; nil for a module of both.
    var product: String? {
        let parts = path.split(separator: "/").map(String.init)
        return parts.count > 2 && Rules.products.contains(parts[2]) ? parts[2] : nil
    }

    var lineCount: Int {
        text.utf8.count { $0 == UInt8(ascii: "\n") }
    }

    /// The modules it imports, in any of the spellings; of `import struct A.B` and of submodules it is `A`.
    var imports: [String] {
        code.compactMap { line in
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let place = words.firstIndex(of: "import"), words[..<place].allSatisfy(Self.modifiers.contains)
            else { return nil }
            let rest = words[(place + 1)...].drop { Self.kinds.contains($0) }
            return rest.first.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
        }
    }

    /// The first line of code that is unsafe or makes a promise the compiler does not check, counted from 1.
    var firstUnsafeLine: Int? {
        code.firstIndex { line in
            let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "@" || $0 == "-") }
            // A policy's 'unsafe-inline' is one word; the minus before an expression belongs to none.
            return words.contains { Self.unsafeWords.contains($0.drop { $0 == "-" }) }
        }.map { $0 + 1 }
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "@testable", "@_exported", "@preconcurrency",
    ]
    private static let unsafeWords: Set<Substring> = ["unsafe", "@unsafe", "@safe", "@unchecked"]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    /// The lines without what follows `//`.
    private var code: [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let comment = line.firstRange(of: "//") else { return line }
            return line[..<comment.lowerBound]
        }
    }
}
