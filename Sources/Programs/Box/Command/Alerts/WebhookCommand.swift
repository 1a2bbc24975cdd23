import Basics
import CommandLine
import Configuration
import JSON
import Linux
import Location

/// `whereismy webhook`: list the webhooks, and send one a test event.
enum WebhookCommand: Subcommand {
    static let name = "webhook"

    /// The program that sends webhooks, and loads libcurl for it.
    private static let sender = "whereismy-publish"

    enum Action: String, CaseIterable {
        case list
        case test
    }

    static let table = OptionTable(
        usage: "whereismy webhook [OPTION]... [list|test NAME]",
        summary: "List the webhooks of the configuration, and try one with an event that did not happen.",
        defaultAction: "list",
        options: TestEvent.options(default: "the first it receives") + [.quiet, OutputFormat.option]
            + CommandProgram.sharedOptions, operand: .each(of: Action.self))

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        let (action, name) = try action(Action.self, of: options) { $0 == .test ? "name of webhook list" : nil }
        switch action {
        case .list:
            return list(try context.settings(options), format)
        case .test: throw test(name, options, in: context)
        }
    }

    private static func list(_ settings: Settings, _ format: OutputFormat) -> CommandResult {
        guard !settings.webhooks.isEmpty else {
            return CommandResult(
                diagnostics: "the configuration has no webhook; see whereismy.conf(5)", code: .nothingKnown)
        }
        guard format == .text else { return CommandResult(output: json(settings.webhooks)) }
        let rows = settings.webhooks.map { webhook in
            [webhook.name, "\(webhook.address)", webhook.body.rawValue, eventNames(webhook).joined(separator: ", ")]
        }
        return CommandResult(text: TextTable.text(rows))
    }

    private static func json(_ webhooks: [WebhookSettings]) -> [UInt8] {
        webhooks.flatMap { webhook in
            JSONWriter.line { json in
                json.string("name", webhook.name)
                json.string("host", "\(webhook.address)")
                json.string("body", webhook.body.rawValue)
                json.strings("events", eventNames(webhook))
                if let places = webhook.places { json.strings("places", places) }
            }
        }
    }

    private static func eventNames(_ webhook: WebhookSettings) -> [String] {
        PlaceEvent.Kind.allCases.filter(webhook.events.contains).map(\.rawValue)
    }

    /// Replaces this process with the sender; returns why that failed.
    private static func test(_ name: String, _ options: ParsedOptions, in context: Context) -> any Error {
        var arguments = ["--test-webhook", name]
        for option in TestEvent.options() + Option.shared {
            if let value = options.value(of: option) { arguments += ["--\(option.name)", value] }
        }
        if options.contains(.quiet) { arguments.append("--quiet") }
        let directory = context.programDirectory ?? "/usr/bin"
        let error = context.execute("\(directory)/\(sender)", arguments)
        guard error.isNotFound else { return error }
        let installed = context.execute("\(directory)/../lib/whereismy/\(sender)", arguments)
        return installed.isNotFound ? SenderMissingError() : installed
    }

    private struct SenderMissingError: Error, CustomStringConvertible {
        let description = "\(sender) is not installed; fix: sudo apt install \(sender)"
    }
}

/// The event of a test, by `--event` and `--place`.
enum TestEvent {
    private static let place = Option("place", value: "NAME", help: "place of the test (Home)")

    private static func kind(default text: String) -> Option {
        Option("event", value: "EVENT", .each(of: PlaceEvent.Kind.self), help: "event of the test (\(text))")
    }

    /// Returns the options, with the default event for their help.
    static func options(default text: String = "enter") -> [Option] { [kind(default: text), place] }

    /// Returns an event of now that did not happen.
    static func make(_ options: ParsedOptions, in context: Context) throws(UsageError) -> PlaceEvent {
        let kind: PlaceEvent.Kind = try options.choice(of: kind(default: "")) ?? .enter
        let now = context.now()
        let event = PlaceEvent(kind, place: options.value(of: place) ?? "Home", moment: now, since: now)
        guard let subject = PlaceEvent.subject(of: kind) else { return event }
        return PlaceEvent(kind, place: subject, moment: now, since: now)
    }
}
