import Testing

/// The project satisfies the rules.
struct ArchitectureTests {
    @Test("every module has its row in docs/design.md, and every row its module")
    func rows() throws {
        let broken = try Rules.rows(
            modules: Project.layers("Sources").values.reduce(into: []) { $0.formUnion($1) }, Project.table())
        #expect(broken == [])
    }

    @Test("modules import only what docs/design.md allows")
    func imports() throws {
        let table = try Project.table()
        let files = try Project.files("Sources")
        #expect(files.count > 100)
        let broken = files.flatMap { Rules.imports($0, table) }
        #expect(broken == [])
    }

    @Test("the folders of Sources are the layers")
    func layerFolders() throws {
        let broken = try Rules.layerFolders(Set(Project.layers("Sources").keys))
        #expect(broken == [])
    }

    @Test("modules import only from their own layer and the layers before it")
    func layerOrder() throws {
        let broken = try Rules.layerOrder(Project.files("Sources"), Project.layers("Sources"))
        #expect(broken == [])
    }

    @Test("no module imports from the folder of another product")
    func productImports() throws {
        let files = try Project.files("Sources")
        #expect(Set(files.compactMap(\.product)) == Set(Rules.products))
        #expect(Rules.productImports(files) == [])
    }

    @Test("docs/design.md allows only imports that are used")
    func unusedImports() throws {
        let broken = try Rules.unusedImports(Project.files("Sources"), Project.table())
        #expect(broken == [])
    }

    @Test("no module imports Foundation or FoundationEssentials")
    func foundation() throws {
        let broken = try Project.files("Sources").flatMap(Rules.foundation)
        #expect(broken == [])
    }

    @Test("only the modules that docs/design.md names contain unsafe code")
    func safety() throws {
        let table = try Project.table()
        let broken = try Project.files("Sources").flatMap { Rules.safety($0, table) }
        #expect(broken == [])
    }

    @Test("no Swift file has more than 300 lines")
    func length() throws {
        let folders = ["Sources", "Tests", "Benchmarks/Sources", "Benchmarks/Tests"]
        let broken = try folders.flatMap(Project.files).flatMap(Rules.length)
        #expect(broken == [])
    }

    @Test("test targets mirror modules")
    func mirrors() throws {
        let tests = try Project.layers("Tests")
        #expect(tests[Rules.productTests]?.contains("ArchitectureTests") == true)
        let broken = try Rules.mirrors(tests: tests, modules: Project.layers("Sources"))
        #expect(broken == [])
    }

    @Test("no name of a top-level type is declared twice in what one program imports")
    func uniqueTypeNames() throws {
        let broken = try Rules.uniqueTypeNames(Project.files("Sources"), Project.table())
        #expect(broken == [])
    }

    @Test("the names of errors end in Error, Issue or Problem")
    func errorNames() throws {
        let broken = try Project.files("Sources").flatMap(Rules.errorNames)
        #expect(broken == [])
    }

    @Test("no function has three unlabelled parameters, except callbacks from C")
    func labels() throws {
        let files = try Project.files("Sources")
        let broken = files.flatMap { Rules.labels($0, exceptions: Self.callbacks) }
        #expect(broken == [])
        #expect(Rules.unusedLabelExceptions(files, Self.callbacks) == [])
    }

    /// Callbacks from C: the library passes its arguments by position and sets their number.
    private static let callbacks: Set<String> = [
        "Compression.allocate", "Configuration.receiveEntry", "Configuration.supplyLine", "Curl.receive",
        "HTTPServer.answerRequest", "HTTPServer.appendHeader",
        "HTTPServer.skipUnescaping", "HTTPServer.saveTarget", "HTTPServer.requestCompleted",
        "HTTPServer.connectionChanged",
        "HTTPServer.readFeed", "HTTPServer.readNothing", "SQLite.authorize",
    ]

    @Test("docs/design.md links to every file of docs/decisions")
    func decisionsAreLinked() throws {
        let decisions = try Project.documents("docs/decisions")
        #expect(decisions.count >= 10)
        let broken = try Rules.linked(Set(decisions.map(\.path)), from: Project.document("docs/design.md"))
        #expect(broken == [])
    }

    @Test("every file that a document links to exists")
    func links() throws {
        let documents =
            try Project.documents("docs") + Project.documents("docs/decisions") + [
                Project.document("README.md"), Project.document("CONTRIBUTING.md"),
            ]
        let broken = documents.flatMap { Rules.links($0, exists: Project.exists) }
        #expect(broken == [])
    }
}
