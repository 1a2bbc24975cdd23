import HTTPServer
import Linux
import Testing

/// The documented paths and methods of `docs/openapi.yaml`.
///
/// Without a YAML parser: below `paths:`, a path is indented by two spaces and a method by four.
struct DocumentedRoutes {
    private static let methods: Set<Substring> = ["get", "put", "post", "delete", "patch", "options", "head", "trace"]

    /// Such as `GET /v1/report`.
    private(set) var routes: Set<String> = []

    init() throws {
        let file = #filePath.split(separator: "/").dropLast(6).reduce("") { $0 + "/" + $1 } + "/docs/openapi.yaml"
        let text = String(decoding: try FileContents.read(file), as: UTF8.self)
        let lines = text.split(separator: "\n")
        let start = try #require(lines.firstIndex(of: "paths:"))
        var path: Substring?
        for line in lines[(start + 1)...] {
            guard line.hasPrefix("  ") else { break }
            if line.hasPrefix("  /"), line.hasSuffix(":") {
                path = line.dropFirst(2).dropLast()
            } else if line.hasPrefix("    "), line.hasSuffix(":"), Self.methods.contains(line.dropFirst(4).dropLast()) {
                let path = try #require(path)
                routes.insert("\(line.dropFirst(4).dropLast().uppercased()) \(path)")
            }
        }
    }
}
