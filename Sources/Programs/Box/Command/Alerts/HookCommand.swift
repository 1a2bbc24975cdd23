import Basics
import CommandLine
import Configuration
import Hooks
import JSON
import Location
import Orders
import Places

/// `whereismy hook`: list the hooks, and run them for an event that did not happen.
enum HookCommand: Subcommand {
    static let name = "hook"

    /// That of the unit, `TimeoutStartSec`.
    private static let timeLimit: Duration = .seconds(600)

    enum Action: String, CaseIterable {
        case list
        case test
    }

    static let table = OptionTable(
        usage: "whereismy hook [OPTION]... [list|test]",
        summary: "List the hooks, and try them with an event that did not happen.",
        defaultAction: "list",
        options: TestEvent.options() + [.quiet, OutputFormat.option] + CommandProgram.sharedOptions,
        operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        let action = try action(Action.self, of: options) { _ in nil }.action
        let event = try TestEvent.make(options, in: context)
        if action == .test { try check(options, event) }
        let settings = try context.settings(options)
        let hooks = try context.hooks(settings.hookDirectory)
        guard !hooks.isEmpty else {
            return CommandResult(
                diagnostics: "no executable in \(settings.hookDirectory); see whereismy-place@.target(5)",
                code: .nothingKnown)
        }
        switch action {
        case .list: return list(hooks, format)
        case .test:
            return try test(hooks, with: event, ChangeReport(options, isJSON: false), in: context)
        }
    }

    private static func check(_ options: ParsedOptions, _ event: PlaceEvent) throws(UsageError) {
        _ = try PlaceName(operand: event.place)
        if let odd = Option.shared.first(where: options.contains) {
            throw UsageError("test and --\(odd.name) cannot be combined: the hooks' unit has its own directory")
        }
    }

    private static func list(_ hooks: [Hook], _ format: OutputFormat) -> CommandResult {
        switch format {
        case .text:
            return CommandResult(text: TextTable.text(hooks.map { [$0.path, $0.fault ?? ""] }))
        case .json:
            let lines = hooks.flatMap { hook in
                JSONWriter.line { json in
                    json.string("path", hook.path)
                    if let fault = hook.fault { json.string("problem", fault) }
                }
            }
            return CommandResult(output: lines)
        }
    }

    /// Runs the hooks in the unit of events, with its user and its restrictions.
    private static func test(
        _ hooks: [Hook], with event: PlaceEvent, _ report: ChangeReport, in context: Context
    ) throws -> CommandResult {
        let administration = context.administration
        guard administration.isRoot() else {
            throw HookTestError("hook test needs root, to run the hooks as systemd does; fix: sudo whereismy hook test")
        }
        guard let number = HookNumber(context.now().milliseconds), administration.exists(HooksProgram.spool) else {
            throw HookTestError("\(HooksProgram.spool) is missing; fix: sudo systemd-tmpfiles --create whereismy.conf")
        }
        let file = "\(HooksProgram.spool)/\(number.fileName)"
        try administration.create(file, HookEvent.encode(event, isTest: true) + [0x0A])
        let code = try administration.run("systemctl", ["start", "--", number.unit], timeLimit)
        // The unit removes it, unless it did not start; while it runs, the event keeps its turn.
        if code != nil { try? administration.remove(file) }
        let names = hooks.map(\.path).joined(separator: ", ")
        guard let code else {
            throw HookTestError("the hooks have not ended after 10 min; see journalctl -u \(number.unit)")
        }
        guard code == 0 else {
            throw HookTestError("a hook failed, of \(names); fix: journalctl -u \(number.unit) shows why")
        }
        return report.text("ran \(names)")
    }
}

struct Hook: Hashable {
    let path: String
    /// The reason why it is not run; nil if it is run.
    let fault: String?
}

/// The reason why the hooks could not be tried, and the fix.
struct HookTestError: Error, Hashable, CustomStringConvertible {
    /// One line.
    let description: String

    init(_ description: String) { self.description = description }
}
