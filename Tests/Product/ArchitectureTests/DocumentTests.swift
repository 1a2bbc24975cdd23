import Testing

/// What the documents say of the project is true.
struct DocumentTests {
    @Test("README.md names the packages and programs that are made")
    func packages() throws {
        let broken = try Rules.packages(
            Project.document("README.md"), manifest: Project.document("Package.swift").text,
            control: Project.document("packaging/debian/control").text)
        #expect(broken == [])
    }

    @Test("CONTRIBUTING.md names the targets of the fuzzer")
    func fuzzTargets() throws {
        let targets = Set(try Project.layers("Tests/Product/Fuzz/Corpus").keys)
        #expect(try Rules.fuzzTargets(Project.document("CONTRIBUTING.md"), targets: targets) == [])
    }

    @Test("the modules of the glossary exist, and declare the types that it names")
    func glossary() throws {
        #expect(try Rules.glossary(Project.document("docs/glossary.md"), modules: Self.types) == [])
    }

    @Test("the types and modules that the recipes and the glossary name exist")
    func typeNames() throws {
        // Those of tests have files of their names.
        let tests = try Project.files("Tests").compactMap { $0.path.split(separator: "/").last }.map { name in
            String(name.prefix { $0 != "." && $0 != "+" })
        }
        let declared = Self.types.values.reduce(into: Set(tests + ["Package"]).union(Self.types.keys)) {
            $0.formUnion($1)
        }
        let documents = try ["docs/recipes.md", "docs/glossary.md"].map(Project.document)
        #expect(documents.flatMap { Rules.typeNames($0, declared: declared) } == [])
    }

    /// The names of the types in each module; empty if a file cannot be read.
    private static let types: [String: Set<String>] = Dictionary(
        grouping: (try? Project.files("Sources")) ?? [], by: \.module
    ).mapValues { files in Set(files.flatMap(\.declarations.types).map(\.name)) }

    @Test("the paths that documents name exist")
    func paths() throws {
        let documents =
            try Project.documents("docs") + Project.documents("docs/decisions") + [
                Project.document("README.md"), Project.document("CONTRIBUTING.md"),
            ]
        #expect(documents.flatMap { Rules.paths($0, exists: Project.exists) } == [])
    }
}

/// Each rule about documents reports a violation.
struct DocumentRulesTests {
    private func document(_ text: String) -> Markdown { Markdown(path: "docs/a.md", text: text) }

    @Test("the cells of a table are read, and code in them")
    func tables() {
        let table = document("| a | b |\n|---|---|\n| `x`, `y` | z |\n\n| a | c |\n|---|---|\n| 1 | 2 |")
        #expect(table.rows(headed: "| a | b |") == [["`x`, `y`", "z"]])
        #expect(Markdown.code(in: "`x`, `y` and `") == ["x", "y"])
        #expect(document("`x`\n```\n`y`\n```\n    `z`\n").code == ["x"])
    }

    @Test("a missing and a needless package and program are reported")
    func packages() {
        let readme = document("| package | programs | purpose |\n|---|---|---|\n| `p` | `a`, `b` | c |\n")
        let manifest = "programs.program(\"a\", [])\nprograms.program(\"b\", [])\n"
        #expect(Rules.packages(readme, manifest: manifest, control: "Source: s\nPackage: p\n") == [])
        #expect(
            Rules.packages(readme, manifest: manifest + "programs.program(\"c\")", control: "Package: q\nPackage: p")
                == ["packages of docs/a.md: q is missing", "programs of docs/a.md: c is missing"])
        #expect(Rules.packages(readme, manifest: "", control: "Package: p").count == 2)
    }

    @Test("a missing and a needless target of the fuzzer are reported")
    func fuzzTargets() {
        let table = document("| target | reads |\n|---|---|\n| `json` | files |\n")
        #expect(Rules.fuzzTargets(table, targets: ["json"]) == [])
        #expect(Rules.fuzzTargets(table, targets: ["http"]).count == 2)
    }

    @Test("an unknown module and a type of another module are reported")
    func glossary() {
        let modules: [String: Set<String>] = ["Access": ["Share"], "Privacy": ["Grid"]]
        func broken(_ row: String) -> [String] {
            Rules.glossary(document("| word | meaning | module |\n|---|---|---|\n| w | \(row) |\n"), modules: modules)
        }
        #expect(broken("`Grid.rounded` of a `Share` | Access, Privacy") == [])
        #expect(broken("`Unknown` | all") == [])
        #expect(broken("cell | Places") == ["docs/a.md: w: no module Places"])
        #expect(broken("`Grid.rounded` | Access") == ["docs/a.md: w: Grid is not in Access"])
    }

    @Test("a type that does not exist is reported, and other code is not")
    func typeNames() {
        let text = document("`Grid`, `Grid.swift`, `Gone(1)`, `TZ`, `make test`, `Sources/Grid.swift`, `A-b`")
        #expect(Rules.typeNames(text, declared: ["Grid"]) == ["docs/a.md: names Gone, which does not exist"])
    }

    @Test("a path that does not exist is reported, up to what stands for others")
    func paths() {
        let text = document("`docs/gone.md`, `docs/NAME.md`, `docs/a.md 1`, `other/gone.md`, `Sources/gone/TOPIC/`")
        #expect(
            Rules.paths(text) { ["docs", "docs/a.md"].contains($0) } == [
                "docs/a.md: names docs/gone.md, which does not exist",
                "docs/a.md: names Sources/gone, which does not exist",
            ])
    }
}
