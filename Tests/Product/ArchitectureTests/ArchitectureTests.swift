import Testing

/// The project as it is keeps the rules.
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

    @Test("docs/design.md allows no import that nothing uses")
    func unusedImports() throws {
        let broken = try Rules.unusedImports(Project.files("Sources"), Project.table())
        #expect(broken == [])
    }

    @Test("Foundation is imported nowhere, and Location does without its essentials")
    func foundation() throws {
        let broken = try Project.files("Sources").flatMap(Rules.foundation)
        #expect(broken == [])
    }

    @Test("unsafe code stands only in the modules that docs/design.md allows it in")
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
}
