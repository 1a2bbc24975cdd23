/// A Markdown document, as far as the rules look at it.
struct Markdown {
    /// The path from the project's root, such as `docs/design.md`.
    let path: String
    let text: String

    /// The files of the project that the document links to, as paths from the project's root.
    ///
    /// Links to other sites, to a heading of the same document and inside code blocks are left out.
    var linkedFiles: [String] {
        targets.filter { !$0.contains(":") && !$0.hasPrefix("#") }.compactMap { target in
            target.split(separator: "#").first.map { resolve(String($0)) }
        }
    }

    private var targets: [String] {
        prose.split(separator: "](").dropFirst().compactMap { rest in
            rest.firstIndex { $0 == ")" || $0 == " " }.map { String(rest[..<$0]) }
        }
    }

    /// The text without fenced code.
    var prose: String {
        var isCode = false
        return text.split(separator: "\n").filter { line in
            if line.hasPrefix("```") { isCode.toggle() }
            return !isCode
        }.joined(separator: "\n")
    }

    private func resolve(_ target: String) -> String {
        var folders = path.split(separator: "/").dropLast()
        for part in target.split(separator: "/") where part != "." {
            if part == ".." { folders = folders.dropLast() } else { folders.append(part) }
        }
        return folders.joined(separator: "/")
    }
}
