/// What documents say of the project; each returns what is not true of it.
extension Rules {
    /// Packages of `packaging/debian/control` and programs of `Package.swift` that the table of `README.md` lacks, and the reverse.
    static func packages(_ readme: Markdown, manifest: String, control: String) -> [String] {
        let rows = readme.rows(headed: "| package | programs |").filter { $0.count >= 2 }
        let packages = Set(
            control.split(separator: "\n").filter { $0.hasPrefix("Package: ") }.map { String($0.dropFirst(9)) })
        let programs = Set(
            manifest.split(separator: ".program(\"", omittingEmptySubsequences: false).dropFirst().map {
                String($0.prefix { $0 != "\"" })
            })
        return difference(Set(rows.flatMap { Markdown.code(in: $0[0]) }), packages, "packages of \(readme.path)")
            + difference(Set(rows.flatMap { Markdown.code(in: $0[1]) }), programs, "programs of \(readme.path)")
    }

    /// Targets of the fuzzer that the table of `CONTRIBUTING.md` lacks, or that there are not.
    static func fuzzTargets(_ contributing: Markdown, targets: Set<String>) -> [String] {
        let rows = contributing.rows(headed: "| target | reads |").compactMap(\.first)
        return difference(
            Set(rows.flatMap { Markdown.code(in: $0) }), targets, "fuzzing targets of \(contributing.path)")
    }

    /// Words of the glossary whose module does not exist, or does not declare the type that the meaning names.
    static func glossary(_ glossary: Markdown, modules: [String: Set<String>]) -> [String] {
        glossary.rows(headed: "| word | meaning | module |").filter { $0.count == 3 && $0[2] != "all" }.flatMap { row in
            let named = row[2].split(separator: ",").map { String($0.drop { $0 == " " }) }
            let unknown = named.filter { modules[$0] == nil }.map { "\(glossary.path): \(row[0]): no module \($0)" }
            let declared = named.reduce(into: Set<String>()) { $0.formUnion(modules[$1] ?? []) }
            let elsewhere = Markdown.code(in: row[1]).compactMap(typeName).filter { type in
                !declared.contains(type) && modules.values.contains { $0.contains(type) }
            }
            return unknown + elsewhere.map { "\(glossary.path): \(row[0]): \($0) is not in \(row[2])" }
        }
    }

    /// Names in a document that look like types, and that no module and no file has.
    static func typeNames(_ document: Markdown, declared: Set<String>) -> [String] {
        Set(document.code.compactMap(typeName)).subtracting(declared).sorted().map {
            "\(document.path): names \($0), which does not exist"
        }
    }

    /// Paths of the project that a document names and that do not exist, up to a part that stands for others.
    static func paths(_ document: Markdown, exists: (String) -> Bool) -> [String] {
        let folders = ["Sources/", "Tests/", "Benchmarks/", "docs/", "packaging/", "systemd/", "templates/"]
        return document.code.compactMap { code in
            guard folders.contains(where: code.hasPrefix) else { return nil }
            let parts = code.prefix { $0 != " " }.split(separator: "/").prefix { part in
                !["NAME", "Name", "TOPIC", "LAYER", "…", "*"].contains { part.contains($0) }
            }
            let path = parts.joined(separator: "/")
            return exists(path) ? nil : "\(document.path): names \(path), which does not exist"
        }
    }

    /// The type in a piece of code such as `Grid.rounded`; nil for anything else.
    private static func typeName(_ code: String) -> String? {
        let name = code.prefix { $0.isLetter || $0.isNumber }
        guard let first = name.first, first.isUppercase, name.contains(where: \.isLowercase) else { return nil }
        let rest = code.dropFirst(name.count)
        return rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("(") ? String(name) : nil
    }

    private static func difference(_ documented: Set<String>, _ existing: Set<String>, _ what: String) -> [String] {
        documented.subtracting(existing).sorted().map { "\(what): \($0) does not exist" }
            + existing.subtracting(documented).sorted().map { "\(what): \($0) is missing" }
    }
}
