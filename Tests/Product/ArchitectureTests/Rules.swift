/// The rules; each returns its violations, one line each.
enum Rules {
    static let maxFileLength = 300
    /// A call with more unlabelled arguments than this cannot be read without the declaration.
    static let maxUnlabelledParameters = 2
    /// The endings of errors: thrown, collected in a list, and of RFC 9457.
    static let errorEndings = ["Error", "Issue", "Problem"]
    /// The folders of `Sources`, in order: a module imports only from its own layer and the layers before it.
    static let layers = ["CLibraries", "System", "Model", "Storage", "Services", "Development", "Programs"]
    /// The folders in a layer with the modules that only the programs of a box, or of a fleet, contain.
    static let products = ["Box", "Fleet"]
    /// The folder of the tests of the whole product, which mirror no module.
    static let productTests = "Product"
    /// The folder of the module that the tests share.
    static let testSupport = "TestSupport"

    static func imports(_ file: SwiftFile, _ table: ModuleTable) -> [String] {
        let allowed = table.rows[file.module]?.imports ?? []
        return file.imports.filter { !allowed.contains($0) }.map {
            "\(file.path): imports \($0), which is not in its module's row of docs/design.md"
        }
    }

    /// Imports that the table allows and no file uses: a later change could add them without review.
    static func unusedImports(_ files: [SwiftFile], _ table: ModuleTable) -> [String] {
        let used = Dictionary(grouping: files, by: \.module).mapValues { Set($0.flatMap(\.imports)) }
        return table.rows.flatMap { module, row in
            row.imports.subtracting(used[module] ?? []).map {
                "docs/design.md: the row of \(module) names \($0), which nothing there imports"
            }
        }.sorted()
    }

    /// Independent of the table, so that no change to the table can allow these.
    static func foundation(_ file: SwiftFile) -> [String] {
        file.imports.filter(["Foundation", "FoundationEssentials"].contains).map { "\(file.path): imports \($0)" }
    }

    static func safety(_ file: SwiftFile, _ table: ModuleTable) -> [String] {
        guard table.rows[file.module]?.mayBeUnsafe != true, let line = file.firstUnsafeLine else { return [] }
        return ["\(file.path):\(line): unsafe code in a module that docs/design.md does not allow it in"]
    }

    static func length(_ file: SwiftFile) -> [String] {
        guard file.lineCount > maxFileLength else { return [] }
        return ["\(file.path): \(file.lineCount) lines, more than \(maxFileLength)"]
    }

    /// Imports against the order of the layers.
    static func layerOrder(_ files: [SwiftFile], _ modules: [String: Set<String>]) -> [String] {
        let height = Dictionary(
            uniqueKeysWithValues: modules.flatMap { layer, names in
                names.map { ($0, layers.firstIndex(of: layer) ?? -1) }
            })
        return files.flatMap { file in
            file.imports.filter { height[$0, default: -1] > height[file.module, default: layers.count] }.map {
                "\(file.path): imports \($0) from a later layer"
            }
        }
    }

    /// Imports of a module of one product from outside of it: what both have belongs to neither.
    static func productImports(_ files: [SwiftFile]) -> [String] {
        let products = Dictionary(files.map { ($0.module, $0.product) }) { first, _ in first }
        return files.flatMap { file in
            file.imports.filter { module in
                guard let product = products[module] ?? nil else { return false }
                return product != file.product
            }.map { "\(file.path): imports \($0) of another product" }
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
        tests.filter { $0.key != productTests && $0.key != testSupport }.flatMap { layer, names in
            names.filter { test in
                !test.hasSuffix("Tests") || modules[layer]?.contains(String(test.dropLast("Tests".count))) != true
            }.map { "Tests/\(layer)/\($0): mirrors no module" }
        }
    }

    /// Names of top-level types that are declared more than once in what one module imports, directly or by others.
    ///
    /// A private type counts only within its own module, where a second one of the same name would confuse the reader.
    static func uniqueTypeNames(_ files: [SwiftFile], _ table: ModuleTable) -> [String] {
        let declared = files.flatMap { file in
            file.declarations.types.filter { $0.isTopLevel && $0.kind != "extension" }.map {
                Declared(name: $0.name, isPrivate: $0.isPrivate, module: file.module, place: "\(file.path):\($0.line)")
            }
        }
        return Set(
            table.rows.keys.flatMap { root in
                let modules = table.closure(of: root)
                return repeated(declared.filter { modules.contains($0.module) })
            }
        ).sorted()
    }

    private struct Declared {
        let name: String
        let isPrivate: Bool
        let module: String
        let place: String
    }

    private static func repeated(_ declared: [Declared]) -> [String] {
        Dictionary(grouping: declared, by: \.name).sorted { $0.key < $1.key }.compactMap { name, all in
            let isRepeated = all.indices.contains { first in
                all.indices.dropFirst(first + 1).contains { second in
                    all[first].module == all[second].module || !all[first].isPrivate && !all[second].isPrivate
                }
            }
            return isRepeated ? "\(name): declared in \(all.map(\.place).joined(separator: ", "))" : nil
        }
    }

    /// Errors whose names have none of the three endings.
    static func errorNames(_ file: SwiftFile) -> [String] {
        file.declarations.types.filter { type in
            type.inherited.contains { $0.hasSuffix("Error") } && !errorEndings.contains { type.name.hasSuffix($0) }
        }.map { "\(file.path):\($0.line): the error \($0.name) does not end in Error, Issue or Problem" }
    }

    /// Functions and initialisers with too many unlabelled parameters; `exceptions` are `Module.name`.
    static func labels(_ file: SwiftFile, exceptions: Set<String> = []) -> [String] {
        file.declarations.functions.filter {
            $0.unlabelledParameterCount > maxUnlabelledParameters && !exceptions.contains("\(file.module).\($0.name)")
        }.map { "\(file.path):\($0.line): \($0.name) has \($0.unlabelledParameterCount) unlabelled parameters" }
    }

    /// Exceptions to the rule about labels that no function needs.
    static func unusedLabelExceptions(_ files: [SwiftFile], _ exceptions: Set<String>) -> [String] {
        let used = files.flatMap { file in
            file.declarations.functions.filter { $0.unlabelledParameterCount > maxUnlabelledParameters }.map {
                "\(file.module).\($0.name)"
            }
        }
        return exceptions.subtracting(used).sorted().map { "\($0): no function needs this exception" }
    }

    /// Links to files that do not exist.
    static func links(_ document: Markdown, exists: (String) -> Bool) -> [String] {
        document.linkedFiles.filter { !exists($0) }.map { "\(document.path): links to \($0), which does not exist" }
    }

    /// Documents that an overview does not link to.
    static func linked(_ documents: Set<String>, from overview: Markdown) -> [String] {
        documents.subtracting(overview.linkedFiles).sorted().map { "\($0): \(overview.path) has no link to it" }
    }
}
