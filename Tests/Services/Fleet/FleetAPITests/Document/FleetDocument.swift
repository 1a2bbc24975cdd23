import Linux
import Testing

/// The operations of `docs/fleet-openapi.yaml`, found without a YAML parser: below `paths:`, a path is indented by two
/// spaces and a method by four.
struct FleetDocument {
    /// A path and a method with the names of its parameters in `components`.
    struct Operation: Hashable {
        let method: String
        let path: String
        var identifier = ""
        var parameters: [String] = []

        /// Such as `GET /v1/devices`.
        var line: String { "\(method) \(path)" }
    }

    private static let methods: Set<Substring> = ["get", "put", "post", "delete", "patch", "options", "head", "trace"]

    private(set) var operations: [Operation] = []
    /// The types of server-sent events, separated by a comma and a space.
    let events: String

    init() throws {
        let file = #filePath.split(separator: "/").dropLast(6).reduce("") { $0 + "/" + $1 } + "/docs/fleet-openapi.yaml"
        let lines = String(decoding: try FileContents.read(file), as: UTF8.self).split(separator: "\n")
        let start = try #require(lines.firstIndex(of: "paths:"))
        let event = try #require(lines.first { $0.hasPrefix("        event: {type: string, enum: [") })
        events = String(event.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" })
        var path: Substring?
        for line in lines[(start + 1)...] {
            guard line.hasPrefix("  ") else { break }
            if line.hasPrefix("  /"), line.hasSuffix(":") {
                path = line.dropFirst(2).dropLast()
            } else if line.hasPrefix("    "), line.hasSuffix(":"), Self.methods.contains(line.dropFirst(4).dropLast()) {
                let path = try #require(path)
                operations.append(
                    Operation(method: line.dropFirst(4).dropLast().uppercased(), path: String(path)))
            } else if let identifier = line.rest(after: "      operationId: ") {
                operations[operations.count - 1].identifier = String(identifier)
            } else if let name = line.rest(after: "        - $ref: '#/components/parameters/") {
                operations[operations.count - 1].parameters.append(String(name.dropLast()))
            }
        }
    }
}

extension Substring {
    /// Returns what follows a prefix; nil without it.
    fileprivate func rest(after prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
