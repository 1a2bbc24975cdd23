import APIClient
import Configuration
import JSON
import Location
import Places
import Queries
import Wire

/// What subcommands with actions of their own do, and with which one.
enum Operands {
    /// Reads an action.
    ///
    /// - Parameters:
    ///   - type: the actions there are.
    ///   - operands: what was written.
    ///   - subcommand: where.
    /// - Returns: it, and what was written behind it.
    /// - Throws: `UsageError`.
    static func action<Action: RawRepresentable<String> & CaseIterable>(
        _ type: Action.Type, from operands: [String], of subcommand: String
    ) throws(UsageError) -> (Action, rest: [String]) {
        guard let word = operands.first else {
            throw UsageError("\(subcommand) needs one of \(type.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard let action = Action(rawValue: word) else {
            let hint = type.allCases.map(\.rawValue).hint(for: word)
            throw UsageError("\(subcommand): unknown action \(word.debugDescription), \(hint)")
        }
        return (action, Array(operands.dropFirst()))
    }

    /// Reads an action and what it is done with.
    ///
    /// - Parameters:
    ///   - type: the actions there are.
    ///   - operands: what was written.
    ///   - subcommand: where.
    ///   - named: the actions that want a name.
    ///   - what: what the name is of, for messages.
    /// - Returns: both; the name is empty where none is wanted.
    /// - Throws: `UsageError`.
    static func read<Action: RawRepresentable<String> & CaseIterable & Equatable>(
        _ type: Action.Type, from operands: [String], of subcommand: String, named: [Action], nameKind what: String
    ) throws(UsageError) -> (Action, name: String) {
        let (action, rest) = try action(type, from: operands, of: subcommand)
        let isNamed = named.contains(action)
        guard let name = rest.first else {
            guard !isNamed else { throw UsageError("\(subcommand) \(action.rawValue) needs a \(what)") }
            return (action, "")
        }
        if let odd = isNamed ? rest.dropFirst().first : name {
            throw UsageError("unexpected argument \(odd.debugDescription), see --help")
        }
        return (action, name)
    }

    /// Has the daemon forget one of several.
    ///
    /// - Throws: ``DaemonError``.
    static func revoke(
        in collection: String, name: String, client: DaemonClient, format: OutputFormat
    ) throws(DaemonError) -> CommandResult {
        _ = try client.send(ClientRequest(method: .delete, target: "\(collection)/\(ClientRequest.escaped(name))"))
        guard format == .json else { return CommandResult(code: .success) }
        var json = JSONWriter()
        json.object { $0.string("revoked", name) }
        return CommandResult(output: json.bytes + [0x0A], code: .success)
    }
}

extension Coordinate {
    /// Reads a position that may come as two words.
    ///
    /// - Throws: `UsageError` where it is none.
    init(operands: [String]) throws(UsageError) {
        let text = operands.joined(separator: " ")
        guard let place = Coordinate(text) else {
            throw UsageError(
                "\(String(text.prefix(80)).debugDescription) is no position, understood is \(Coordinate.example)")
        }
        self = place
    }
}

extension PlaceName {
    /// Reads a name as it is written on the command line.
    ///
    /// - Throws: `UsageError` where it can be none.
    init(operand text: String) throws(UsageError) {
        guard let name = PlaceName(text) else {
            throw UsageError(
                "\(String(text.prefix(80)).debugDescription) is no name of a place, which has \(PlaceName.rule)")
        }
        self = name
    }
}

extension ParsedOptions {
    /// How many an option asks for; nil where it is not given.
    ///
    /// - Throws: `UsageError` where it is no whole number above 0.
    func count(of option: Option) throws(UsageError) -> Int? {
        guard let text = value(of: option) else { return nil }
        guard let count = Int(text), count > 0 else {
            throw UsageError(
                "--\(option.name): \(String(text.prefix(80)).debugDescription) is no whole number above 0")
        }
        return count
    }
}
