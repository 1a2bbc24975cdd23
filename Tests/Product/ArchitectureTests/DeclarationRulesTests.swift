import Testing

/// The rules about declarations and documents report violations.
struct DeclarationRulesTests {
    /// `Daemon` and `FleetCommand` import `Places`, and so `Location`; neither imports the other.
    private let table = ModuleTable(
        markdown: """
            | module | imports | unsafe | what |
            | --- | --- | --- | --- |
            | `Location` | | | values |
            | `Places` | Location | | places |
            | `Daemon` | Places | | a program |
            | `FleetCommand` | Places | | another |

            """)

    private func file(_ text: String, in module: String = "Location", name: String = "File") -> SwiftFile {
        SwiftFile(path: "Sources/Model/\(module)/\(name).swift", text: text)
    }

    @Test("a type name that two modules declare is reported, with both places")
    func uniqueTypeNames() {
        let files = [file("public struct Point {}"), file("\nenum Point {}", in: "Places")]
        #expect(
            Rules.uniqueTypeNames(files, table) == [
                "Point: declared in Sources/Model/Location/File.swift:1, Sources/Model/Places/File.swift:2"
            ])
    }

    @Test("a type name that two programs declare is reported only if one of them imports the other's module")
    func typeNamesOfPrograms() {
        let daemon = file("struct Route {}", in: "Daemon")
        #expect(Rules.uniqueTypeNames([daemon, file("struct Route {}", in: "FleetCommand")], table) == [])
        #expect(Rules.uniqueTypeNames([daemon, file("struct Route {}", in: "Location")], table).count == 1)
    }

    @Test("a private type name counts only within its module")
    func privateTypeNames() {
        let first = file("private struct Content {}")
        #expect(Rules.uniqueTypeNames([first, file("struct Content {}", in: "Places")], table) == [])
        #expect(Rules.uniqueTypeNames([first, file("fileprivate enum Content {}", name: "Other")], table).count == 1)
    }

    @Test(
        "what is nested, extended or only mentioned is no second declaration",
        arguments: [
            "struct B { struct A {} }", "extension A {}", "// struct A {}", "let text = \"struct A {}\"",
            "let text = \"\"\"\n  \\(\")\") struct A {\n  \"\"\"", "/* /* */ struct A {} */",
            "let a = #\"\" struct A {\"#",
        ])
    func onlyTopLevel(text: String) {
        #expect(Rules.uniqueTypeNames([file("struct A {}"), file(text)], table) == [])
        #expect(Rules.uniqueTypeNames([file("struct A {}"), file(text + "\nstruct A {}")], table).count == 1)
    }

    @Test(
        "an error with another ending is reported",
        arguments: [
            "struct Damage: Error {}", "enum Damage<Cause: Sendable>: Hashable, Error { case a }",
            "struct A { struct Damage: Sendable, Error {} }", "extension A.Damage: Error {}",
            "final class Damage: LocalizedError {}",
        ])
    func errorNames(text: String) {
        #expect(Rules.errorNames(file(text)).count == 1)
        #expect(Rules.errorNames(file(text.replacing("Damage", with: "FormatError"))) == [])
        #expect(Rules.errorNames(file(text.replacing("Damage", with: "Issue"))) == [])
    }

    @Test("a type that is no error may have any name")
    func noError() {
        #expect(Rules.errorNames(file("struct Damage: Hashable { let error: any Error }")) == [])
        #expect(Rules.errorNames(file("struct Box<Damage: Error> {}")) == [])
    }

    @Test(
        "three unlabelled parameters are reported",
        arguments: [
            "func a(_ b: Int, _ c: [Int: Int], _ d: (Int, Int) -> Int) {}",
            "init?(_ b: Int, _ c: Int, d: Int, _ e: Int) {}",
            "func a<B: Sendable>(\n    _ b: B,\n    _ c: Result<B, Never> = x(1, 2),\n    _ d: B\n) {}",
            "func a(_ b: Int, _ c: (_ d: Int, _ e: Int) -> Void, @Builder _ f: Int)",
        ])
    func labels(text: String) {
        #expect(Rules.labels(file(text)).count == 1)
        #expect(Rules.labels(file(text), exceptions: ["Location.a", "Location.init"]) == [])
        #expect(Rules.labels(file(text), exceptions: ["Places.a", "Places.init"]).count == 1)
    }

    @Test(
        "two unlabelled parameters, operators and calls are not reported",
        arguments: [
            "func a(_ b: Int, _ c: Int, d: Int) {}", "func a(_ b: (_ c: Int, _ d: Int, _ e: Int) -> Int)",
            "static func +- (_ a: Int, _ b: Int, _ c: Int)", "self.init(a, _: 1)",
            "func a(b: Int = 1, _ c: Map<Int, Int>)",
        ])
    func fewLabels(text: String) {
        #expect(Rules.labels(file(text)) == [])
    }

    @Test("an exception that no function needs is reported")
    func unusedLabelExceptions() {
        let files = [file("func a(_ b: Int, _ c: Int, _ d: Int) {}\nfunc e(_ f: Int) {}")]
        #expect(Rules.unusedLabelExceptions(files, ["Location.a"]) == [])
        #expect(Rules.unusedLabelExceptions(files, ["Location.a", "Location.e"]).count == 1)
    }

    @Test("a link to a missing file is reported, resolved from the folder of its document")
    func links() {
        let text = "[a](../README.md) [b](decisions/http.md#a) [c](https://gpsd.io) [d](#here)\n```\n[e](f.md)\n```\n"
        let document = Markdown(path: "docs/design.md", text: text)
        #expect(document.linkedFiles == ["README.md", "docs/decisions/http.md"])
        #expect(Rules.links(document) { $0 == "README.md" }.count == 1)
        #expect(Rules.links(document) { _ in true } == [])
    }

    @Test("a document without a link from the overview is reported")
    func linked() {
        let overview = Markdown(path: "docs/design.md", text: "[HTTP](decisions/http.md)")
        #expect(Rules.linked(["docs/decisions/http.md"], from: overview) == [])
        #expect(Rules.linked(["docs/decisions/http.md", "docs/decisions/memory.md"], from: overview).count == 1)
    }
}
