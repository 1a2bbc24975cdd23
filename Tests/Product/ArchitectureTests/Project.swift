import FoundationEssentials

/// The files of the project that contains this file.
enum Project {
    static let root = String(#filePath.dropLast("Tests/Product/ArchitectureTests/Project.swift".count))

    static func table() throws -> ModuleTable {
        ModuleTable(markdown: try text("docs/design.md"))
    }

    static func files(_ folder: String) throws -> [SwiftFile] {
        try FileManager.default.subpathsOfDirectory(atPath: root + folder).filter { $0.hasSuffix(".swift") }.map {
            SwiftFile(path: "\(folder)/\($0)", text: try text("\(folder)/\($0)"))
        }
    }

    /// The Markdown documents of a folder.
    static func documents(_ folder: String) throws -> [Markdown] {
        try FileManager.default.contentsOfDirectory(atPath: root + folder).filter { $0.hasSuffix(".md") }.map {
            try document("\(folder)/\($0)")
        }
    }

    static func document(_ path: String) throws -> Markdown {
        Markdown(path: path, text: try text(path))
    }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }

    /// The modules, or the test targets, in each layer's folder.
    static func layers(_ folder: String) throws -> [String: Set<String>] {
        try folders(folder).reduce(into: [:]) { layers, layer in
            let found = try folders("\(folder)/\(layer)")
            let products = try found.intersection(Rules.products).flatMap { try folders("\(folder)/\(layer)/\($0)") }
            layers[layer] = found.subtracting(Rules.products).union(products)
        }
    }

    private static func folders(_ folder: String) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: root + folder)
        // The program of the tests is the only file beside folders.
        return Set(names.filter { !$0.hasPrefix(".") && $0 != "XCTMain.swift" })
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: root + path, encoding: .utf8)
    }
}
