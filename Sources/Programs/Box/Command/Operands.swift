import APIClient
import Basics
import CommandLine
import JSON
import Location
import Places
import Queries

/// The report of a change: a line for people, an object for programs, or nothing.
struct ChangeReport {
    let isJSON: Bool
    let isQuiet: Bool

    init(_ options: ParsedOptions, isJSON: Bool) {
        self.isJSON = isJSON
        isQuiet = options.contains(.quiet)
    }

    /// Returns `VERB NAME`, or `{"VERB":"NAME"}`.
    func result(_ verb: String, _ name: String) -> CommandResult {
        isJSON ? .json { $0.string(verb, name) } : text("\(verb) \(PrintableText.sanitized(name))")
    }

    /// Returns a line, or nothing.
    func text(_ line: String) -> CommandResult { CommandResult(text: isQuiet ? "" : line + "\n") }

    func revoke(_ name: String, in collection: String, by client: DaemonClient) throws(DaemonError) -> CommandResult {
        _ = try client.send(ClientRequest(method: .delete, target: "\(collection)/\(ClientRequest.escaped(name))"))
        return result("revoked", name)
    }
}

extension Coordinate {
    /// Parses a position given as one or two operands.
    init(operands: [String]) throws(UsageError) {
        let text = operands.joined(separator: " ")
        guard let place = Coordinate(text) else {
            throw UsageError(
                "\(String(text.prefix(80)).debugDescription) is not a position; accepted: \(Coordinate.example)")
        }
        self = place
    }
}

extension PlaceName {
    init(operand text: String) throws(UsageError) {
        guard let name = PlaceName(text) else {
            throw UsageError(
                "\(String(text.prefix(80)).debugDescription) is not a name of a place, which has \(PlaceName.rule)")
        }
        self = name
    }
}
