import APIClient
import Basics
import Configuration
import JSON
import Location
import Places
import Queries
import Wire

/// Parses the operands of subcommands with actions.
enum Operands {
    /// Parses an action; without operands it is the subcommand's default.
    ///
    /// - Parameters:
    ///   - type: the type of the actions.
    ///   - operands: the operands.
    ///   - subcommand: the subcommand.
    /// - Returns: the action and the operands after it.
    /// - Throws: `UsageError`.
    static func action<Action: RawRepresentable<String> & CaseIterable>(
        _ type: Action.Type, from operands: [String], of subcommand: any Subcommand.Type
    ) throws(UsageError) -> (Action, rest: [String]) {
        let word = operands.first ?? subcommand.table.defaultAction ?? ""
        guard let action = Action(rawValue: word) else {
            let hint = type.allCases.map(\.rawValue).hint(for: word)
            throw UsageError("\(subcommand.name): unknown action \(word.debugDescription), \(hint)")
        }
        return (action, Array(operands.dropFirst()))
    }

    /// Parses an action and its name operand.
    ///
    /// - Parameters:
    ///   - type: the type of the actions.
    ///   - operands: the operands.
    ///   - subcommand: the subcommand.
    ///   - named: the actions that require a name.
    ///   - nameKind: the kind of name, for messages.
    /// - Returns: the action and the name, empty for actions without one.
    /// - Throws: `UsageError`.
    static func read<Action: RawRepresentable<String> & CaseIterable & Equatable>(
        _ type: Action.Type, from operands: [String], of subcommand: any Subcommand.Type, named: [Action],
        nameKind: String
    ) throws(UsageError) -> (Action, name: String) {
        let (action, rest) = try action(type, from: operands, of: subcommand)
        let isNamed = named.contains(action)
        guard let name = rest.first else {
            guard !isNamed else { throw UsageError("\(subcommand.name) \(action.rawValue) needs a \(nameKind)") }
            return (action, "")
        }
        if let odd = isNamed ? rest.dropFirst().first : name {
            throw UsageError("unexpected argument \(odd.debugDescription), see --help")
        }
        return (action, name)
    }

    /// Revokes an item of a collection.
    ///
    /// - Throws: ``DaemonError``.
    static func revoke(
        in collection: String, name: String, client: DaemonClient, report: ChangeReport
    ) throws(DaemonError) -> CommandResult {
        _ = try client.send(ClientRequest(method: .delete, target: "\(collection)/\(ClientRequest.escaped(name))"))
        return report.result("revoked", name)
    }
}

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
        guard isJSON else { return text("\(verb) \(PrintableText.sanitized(name))") }
        var json = JSONWriter()
        json.object { $0.string(verb, name) }
        return CommandResult(output: json.bytes + [0x0A], code: .success)
    }

    /// Returns a line, or nothing.
    func text(_ line: String) -> CommandResult { CommandResult(text: isQuiet ? "" : line + "\n", code: .success) }
}

extension Option {
    /// `--quiet`, of subcommands that report a change.
    static let quiet = Option("quiet", letter: "q", help: "print no line about a change")
}

extension Coordinate {
    /// Parses a position given as one or two operands.
    ///
    /// - Throws: `UsageError` if malformed.
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
    /// Parses the name of a place.
    ///
    /// - Throws: `UsageError` if invalid.
    init(operand text: String) throws(UsageError) {
        guard let name = PlaceName(text) else {
            throw UsageError(
                "\(String(text.prefix(80)).debugDescription) is not a name of a place, which has \(PlaceName.rule)")
        }
        self = name
    }
}

extension ParsedOptions {
    /// Returns the number given with an option; nil without the option.
    ///
    /// - Throws: `UsageError` if it is not a whole number above 0.
    func count(of option: Option) throws(UsageError) -> Int? {
        guard let text = value(of: option) else { return nil }
        guard let count = Int(text), count > 0 else {
            throw UsageError(
                "--\(option.name): \(String(text.prefix(80)).debugDescription) is not a whole number above 0")
        }
        return count
    }
}
