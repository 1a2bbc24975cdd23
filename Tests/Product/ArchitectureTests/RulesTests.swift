import Testing

/// Each rule reports a violation.
struct RulesTests {
    private let table = ModuleTable(
        markdown: """
            # Modules
            | module | imports | unsafe | what |
            | --- | --- | --- | --- |
            | `Location` | | | values |
            | `Linux` | Glibc, Location | yes | calls |
            | `CA`, `CB` | | | libraries |

            | module | imports | unsafe | a second table |
            | --- | --- | --- | --- |
            | `Other` | | | |
            """)

    private func file(_ text: String, in module: String = "Location") -> SwiftFile {
        SwiftFile(path: "Sources/Model/\(module)/File.swift", text: text)
    }

    @Test("the table is read up to its end, and a second table is ignored")
    func readsTable() {
        #expect(
            table.rows == [
                "Location": .init(imports: [], mayBeUnsafe: false),
                "Linux": .init(imports: ["Glibc", "Location"], mayBeUnsafe: true),
                "CA": .init(imports: [], mayBeUnsafe: false), "CB": .init(imports: [], mayBeUnsafe: false),
            ])
    }

    @Test(
        "an import is recognised in every spelling",
        arguments: [
            "import Glibc", "  public import Glibc", "@testable import Glibc", "import struct Glibc.stat",
            "import Glibc.math", "@preconcurrency internal import Glibc // for errno", "import Glibc;",
        ])
    func seesImports(line: String) {
        #expect(file("// first\n\(line)\nlet a = 1").imports == ["Glibc"])
        #expect(Rules.imports(file(line), table).count == 1)
        #expect(Rules.imports(file(line, in: "Linux"), table) == [])
        #expect(Rules.imports(file(line, in: "Unknown"), table).count == 1)
    }

    @Test(
        "text that resembles an import is ignored",
        arguments: ["// import Glibc", "let import_ = 1", "an import Glibc"])
    func noImport(line: String) {
        #expect(file(line).imports == [])
    }

    @Test("an unused import of the table is reported")
    func unusedImports() {
        let both = [file("import Glibc", in: "Linux"), file("public import Location", in: "Linux")]
        #expect(Rules.unusedImports(both, table) == [])
        #expect(Rules.unusedImports([both[0], file("import Location")], table).count == 1)
        #expect(Rules.unusedImports([], table).count == 2)
    }

    @Test("an import of Foundation is reported even if the table allows it")
    func foundation() {
        #expect(Rules.foundation(file("import Foundation", in: "Linux")).count == 1)
        #expect(Rules.foundation(file("import FoundationEssentials", in: "Simulator")).count == 1)
        #expect(Rules.foundation(file("import FoundationEssentials", in: "Linux")).count == 1)
    }

    @Test(
        "unsafe code is reported in a module that may not contain it",
        arguments: [
            "let a = unsafe b()", "nonisolated(unsafe) var a = 1", "final class A: @unchecked Sendable {}",
            "@unsafe func a() {}", "let a = -unsafe b()",
        ])
    func safety(line: String) {
        let found = Rules.safety(file("\n\(line)"), table)
        #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix("Sources/Model/Location/File.swift:2:") })
        #expect(Rules.safety(file(line, in: "Linux"), table) == [])
        #expect(Rules.safety(file("// \(line)\nlet unsafely = 1\nlet b = \"'unsafe-inline'\""), table) == [])
    }

    @Test("an import from a later layer is reported, one from the same or an earlier layer is not")
    func layerOrder() {
        let modules: [String: Set<String>] = ["Model": ["Location", "Places"], "System": ["Linux"]]
        #expect(Rules.layerOrder([file("import Location", in: "Linux")], modules).count == 1)
        #expect(Rules.layerOrder([file("import Linux"), file("import Places"), file("import Glibc")], modules) == [])
    }

    @Test("an import from the folder of another product is reported, one of a module of both is not")
    func productImports() {
        let shared = SwiftFile(path: "Sources/Services/Web/File.swift", text: "import Location")
        let api = SwiftFile(path: "Sources/Services/Box/API/Routes/File.swift", text: "import Web")
        let fleet = SwiftFile(path: "Sources/Services/Fleet/FleetAPI/File.swift", text: "import Web\nimport API")
        #expect(Rules.productImports([shared, api]) == [])
        #expect(
            Rules.productImports([shared, api, fleet]) == [
                "Sources/Services/Fleet/FleetAPI/File.swift: imports API of another product"
            ])
        let other = SwiftFile(path: "Sources/Services/Web/Other.swift", text: "import API")
        #expect(Rules.productImports([other, api]).count == 1)
    }

    @Test("a folder that is not a layer, and a layer without a folder, are reported")
    func layerFolders() {
        #expect(Rules.layerFolders(Set(Rules.layers)) == [])
        #expect(Rules.layerFolders(Set(Rules.layers + ["Helpers"])).count == 1)
        #expect(Rules.layerFolders(Set(Rules.layers.dropFirst())).count == 1)
    }

    @Test("a file of 301 lines is reported")
    func length() {
        #expect(Rules.length(file(String(repeating: "\n", count: 300))) == [])
        #expect(Rules.length(file(String(repeating: "\n", count: 301))).count == 1)
    }

    @Test("a module without a row, and a row without a module, are reported")
    func rows() {
        #expect(Rules.rows(modules: ["Location", "Linux", "CA", "CB"], table) == [])
        #expect(Rules.rows(modules: ["Location", "Linux", "CA", "CB", "New"], table).count == 1)
        #expect(Rules.rows(modules: ["Location", "CA", "CB"], table).count == 1)
    }

    @Test("a test target without a module is reported")
    func mirrors() {
        let modules: [String: Set<String>] = ["Model": ["Location"], "System": ["Linux"]]
        let sound: [String: Set<String>] = ["Model": ["LocationTests"], "Product": ["EndToEndTests"]]
        #expect(Rules.mirrors(tests: sound, modules: modules) == [])
        #expect(Rules.mirrors(tests: ["Model": ["NowhereTests"]], modules: modules).count == 1)
        #expect(Rules.mirrors(tests: ["Model": ["Location"]], modules: modules).count == 1)
        #expect(Rules.mirrors(tests: ["System": ["LocationTests"]], modules: modules).count == 1)
    }
}
