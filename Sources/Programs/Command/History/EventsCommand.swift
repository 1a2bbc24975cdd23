import Configuration
import History
import Location
import Pages
import Queries
import Wire

/// `whereismy events`: tell what has happened at places and with the anchor.
enum EventsCommand {
    /// As many as a terminal shows.
    private static let defaultCount = 20

    private static let last = Option("last", value: "N", help: "the latest N (20; of a time all)")

    static let table = OptionTable(
        usage: "whereismy events [OPTION]...",
        summary: "Tell when places of your own were entered and left, and what the anchor did.",
        options: [Period.from, Period.to, Period.day, PlaceOption.option, last, OutputFormat.option] + Option.historyOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let isLimited = [Period.from, Period.to, Period.day].contains(where: options.contains)
        let period = isLimited ? try Period(options, in: context) : Period(first: nil, last: nil)
        let count = try options.count(of: last) ?? (isLimited ? nil : defaultCount)
        // Also one that is no more: its name is not looked for among those that are.
        let place = options.value(of: PlaceOption.option)
        var tail = Tail(count)
        let span = TimeSpan(from: period.first, to: period.last)
        try context.history(options).forEachPlaceEvent(span, place: place) { tail.add($0) }
        guard !tail.items.isEmpty else {
            let whose = place.map { " at \(String($0.prefix(80)).debugDescription)" } ?? " at any place"
            return CommandResult(diagnostics: "nothing has happened\(whose) \(period.text(in: context))", code: .success)
        }
        return CommandResult(output: bytes(tail.items, format, in: context), code: .success)
    }

    private static func bytes(
        _ occurrences: some Sequence<PlaceEvent>, _ format: OutputFormat, in context: Context
    ) -> [UInt8] {
        switch format {
        case .json: occurrences.flatMap { PlaceEventJSON.encode($0) + [0x0A] }
        case .text: Array(TextTable.text(occurrences.map { row($0, in: context) }).utf8)
        }
    }

    private static func row(_ occurrence: PlaceEvent, in context: Context) -> [String] {
        let distance = occurrence.distance.map { "\(DistanceText.text($0)) from it" }
        return [context.localTime(occurrence.since), occurrence.kind.words, occurrence.place, distance ?? ""]
    }

    /// The last of many.
    private struct Tail {
        private let count: Int
        private var kept: [PlaceEvent] = []

        /// Nil for all.
        init(_ count: Int?) { self.count = count ?? .max }

        var items: ArraySlice<PlaceEvent> { kept.suffix(count) }

        mutating func add(_ occurrence: PlaceEvent) {
            kept.append(occurrence)
            // Not with each one: what is removed at the front is moved.
            if kept.count / 2 > count { kept.removeFirst(kept.count - count) }
        }
    }
}

extension PlaceEvent.Kind {
    fileprivate var words: String {
        switch self {
        case .enter: "entered"
        case .leave: "left"
        case .dragging, .holding, .lost, .found: rawValue
        }
    }
}
