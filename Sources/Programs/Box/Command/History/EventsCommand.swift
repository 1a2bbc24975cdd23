import Basics
import CommandLine
import Configuration
import History
import Location
import Pages
import Queries
import Wire

/// `whereismy events`: print events at places, of the anchor and of the receiver.
enum EventsCommand: Subcommand {
    static let name = "events"

    /// The number of events that fit on a terminal.
    private static let defaultCount = 20

    private static let last = Option("last", value: "N", help: "newest N (default 20; all if a period is given)")

    static let table = OptionTable(
        usage: "whereismy events [OPTION]...",
        summary: "Show when your places were entered and left, and events of the anchor and of the receiver.",
        options: [Period.from, Period.to, Period.day, PlaceOption.option, last, OutputFormat.option]
            + Option.display + Option.historyOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format = try options.outputFormat()
        let isLimited = [Period.from, Period.to, Period.day].contains(where: options.contains)
        let period = isLimited ? try Period(options, in: context) : Period(first: nil, last: nil)
        let count = try options.value(of: last, as: .count) ?? (isLimited ? nil : defaultCount)
        // Deleted places have events too, so the name is not looked up.
        let place = options.value(of: PlaceOption.option)
        var tail = Tail(count)
        let span = TimeSpan(from: period.first, to: period.last)
        // The daemon writes events at once.
        try context.writtenHistory(options).forEachPlaceEvent(span, place: place) { tail.add($0) }
        guard !tail.items.isEmpty else {
            let whose = place.map { " at \(String($0.prefix(80)).debugDescription)" } ?? " at any place"
            return CommandResult(diagnostics: "no events\(whose) \(period.text(in: context))", code: .nothingKnown)
        }
        return CommandResult(output: bytes(tail.items, format, in: context))
    }

    private static func bytes(
        _ events: some Sequence<PlaceEvent>, _ format: OutputFormat, in context: Context
    ) -> [UInt8] {
        switch format {
        case .json: events.flatMap { PlaceEventJSON.encode($0) + [0x0A] }
        case .text: Array(TextTable.text(events.map { row($0, in: context) }).utf8)
        }
    }

    private static func row(_ event: PlaceEvent, in context: Context) -> [String] {
        let distance = event.distance.map { "\(DistanceText.text($0, context.display.units)) from it" }
        let detail = distance ?? event.by.map { "by \($0)" }
        return [context.localTime(event.since), event.kind.description, event.place, detail ?? ""]
    }

    /// The last elements of a sequence.
    private struct Tail {
        private let count: Int
        private var elements: [PlaceEvent] = []

        /// Creates an empty list of at most `count` elements; nil for all.
        init(_ count: Int?) { self.count = count ?? .max }

        var items: ArraySlice<PlaceEvent> { elements.suffix(count) }

        mutating func add(_ event: PlaceEvent) {
            elements.append(event)
            // Removing elements in batches avoids shifting the array each time.
            if elements.count / 2 > count { elements.removeFirst(elements.count - count) }
        }
    }
}

extension PlaceEvent.Kind {
    fileprivate var description: String {
        switch self {
        case .enter: "entered"
        case .leave: "left"
        case .dragging, .holding, .lost, .found, .contradicted, .trusted: rawValue
        }
    }
}
