/// A subcommand of a program.
public protocol Subcommand<Context>: SendableMetatype {
    /// The access to the system.
    associatedtype Context

    /// The name on the command line.
    static var name: String { get }

    /// The usage, the summary and the options.
    static var table: OptionTable { get }

    /// Rewrites arguments that getopt would misread, such as negative numbers.
    static func rewrite(_ arguments: [String]) -> [String]

    /// Executes the subcommand.
    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult
}

extension Subcommand {
    /// Returns the arguments unchanged.
    public static func rewrite(_ arguments: [String]) -> [String] { arguments }

    /// Returns the action of a command line, without operands the default one, and the operands after it.
    ///
    /// - Throws: ``UsageError``.
    public static func action<Action: RawRepresentable<String> & CaseIterable>(
        _ type: Action.Type, of options: ParsedOptions
    ) throws(UsageError) -> (action: Action, rest: ArraySlice<String>) {
        let word = options.operands.first ?? table.defaultAction ?? ""
        guard let action = Action(rawValue: word) else {
            let hint = type.allCases.map(\.rawValue).hint(for: word)
            throw UsageError("\(name): unknown action \(word.debugDescription), \(hint)")
        }
        return (action, options.operands.dropFirst())
    }

    /// Returns an action and exactly the operands that it needs; `operands` returns what they are, for messages.
    ///
    /// - Throws: ``UsageError``.
    public static func action<Action: RawRepresentable<String> & CaseIterable>(
        _ type: Action.Type, of options: ParsedOptions, operands: (Action) -> [String]
    ) throws(UsageError) -> (action: Action, operands: [String]) {
        let (action, rest) = try action(type, of: options)
        return (action, try rest.required(operands(action), of: "\(name) \(action.rawValue)"))
    }

    /// Parses an action and the name that it may need, for which `kind` returns what it is.
    ///
    /// - Returns: the action and the name, empty for actions without one.
    /// - Throws: ``UsageError``.
    public static func action<Action: RawRepresentable<String> & CaseIterable>(
        _ type: Action.Type, of options: ParsedOptions, kind: (Action) -> String?
    ) throws(UsageError) -> (action: Action, name: String) {
        let (action, operands) = try action(type, of: options, operands: { kind($0).map { [$0] } ?? [] })
        return (action, operands.first ?? "")
    }
}
