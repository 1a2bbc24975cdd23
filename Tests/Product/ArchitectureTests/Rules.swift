/// The rules; each answers what breaks it, one line each.
enum Rules {
    static let longestFile = 300
    /// The folders of `Sources`. A module imports only from its own layer and the layers before it.
    static let layers = ["CLibraries", "System", "Model", "Storage", "Services", "Development", "Programs"]
    /// The folder of the tests of the whole product, which mirror no module.
    static let productTests = "Product"

    static func imports(_ file: SwiftFile, _ table: ModuleTable) -> [String] {
        let allowed = table.rows[file.module]?.imports ?? []
        return file.imports.filter { !allowed.contains($0) }.map {
            "\(file.path): imports \($0), which is not in its module's row of docs/design.md"
        }
    }

    /// What the table allows and no file wants: it would let a change in that nobody has thought about.
    static func unusedImports(_ files: [SwiftFile], _ table: ModuleTable) -> [String] {
        let used = Dictionary(grouping: files, by: \.module).mapValues { Set($0.flatMap(\.imports)) }
        return table.rows.flatMap { module, row in
            row.imports.subtracting(used[module] ?? []).map {
                "docs/design.md: the row of \(module) names \($0), which nothing there imports"
            }
        }.sorted()
    }

    /// Beyond the table, so that no change of it lets these in.
    static func foundation(_ file: SwiftFile) -> [String] {
        let forbidden: Set<String> =
            file.module == "Location" ? ["Foundation", "FoundationEssentials"] : ["Foundation"]
        return file.imports.filter(forbidden.contains).map { "\(file.path): imports \($0)" }
    }

    static func safety(_ file: SwiftFile, _ table: ModuleTable) -> [String] {
        guard table.rows[file.module]?.mayBeUnsafe != true, let line = file.firstUnsafeLine else { return [] }
        return ["\(file.path):\(line): unsafe code outside the modules that docs/design.md allows it in"]
    }

    static func length(_ file: SwiftFile) -> [String] {
        guard file.lineCount > longestFile else { return [] }
        return ["\(file.path): \(file.lineCount) lines, more than \(longestFile)"]
    }

    /// Imports that run against the order of the layers.
    static func layerOrder(_ files: [SwiftFile], _ modules: [String: Set<String>]) -> [String] {
        let height = Dictionary(uniqueKeysWithValues: modules.flatMap { layer, names in
            names.map { ($0, layers.firstIndex(of: layer) ?? -1) }
        })
        return files.flatMap { file in
            file.imports.filter { height[$0, default: -1] > height[file.module, default: layers.count] }.map {
                "\(file.path): imports \($0) from a later layer"
            }
        }
    }

    static func layerFolders(_ folders: Set<String>) -> [String] {
        folders.symmetricDifference(layers).sorted().map { "Sources/\($0): not a layer, or a layer without a folder" }
    }

    static func rows(modules: Set<String>, _ table: ModuleTable) -> [String] {
        modules.subtracting(table.rows.keys).map { "\($0): has no row in docs/design.md" }
            + Set(table.rows.keys).subtracting(modules).map { "\($0): has a row in docs/design.md and no sources" }
    }

    static func mirrors(tests: [String: Set<String>], modules: [String: Set<String>]) -> [String] {
        tests.filter { $0.key != productTests }.flatMap { layer, names in
            names.filter { test in
                !test.hasSuffix("Tests") || modules[layer]?.contains(String(test.dropLast("Tests".count))) != true
            }.map { "Tests/\(layer)/\($0): mirrors no module" }
        }
    }
}
