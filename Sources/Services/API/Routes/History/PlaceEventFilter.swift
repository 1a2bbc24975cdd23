import Queries
import Basics
import History
import Linux
import Location

/// Which of what has happened at places is wanted.
struct PlaceEventFilter {
    /// From when to when; everything where nothing is said.
    let span: TimeSpan
    /// The place, or the anchor; nil for all.
    let place: String?
    /// How many at most, the latest; nil for all.
    let last: Int?

    /// What a request asks for: `from`, `to`, `place`, `last`.
    ///
    /// - Throws: ``Problem`` where it makes no sense.
    init(_ arguments: QueryParameters, now: Timestamp, clock: LocalClock) throws(Problem) {
        let from = try arguments.time("from", now: now, clock: clock)
        let to = try arguments.time("to", now: now, clock: clock)
        if let from, let to, from > to { throw .badRequest("from, \(from.iso8601), is after to, \(to.iso8601)") }
        span = TimeSpan(from: from, to: to)
        place = arguments.text("place")
        last = try arguments.value("last", expected: "a whole number above 0") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// Gives those wanted, the oldest first, in constant memory: where only the last ones are, all are counted first.
    func forEach(in history: any HistoryStore, _ body: (PlaceEvent) throws -> Void) throws {
        guard let last else { return try history.forEachPlaceEvent(span, place: place, body) }
        var rest = 0
        try history.forEachPlaceEvent(span, place: place) { _ in rest += 1 }
        try history.forEachPlaceEvent(span, place: place) { occurrence in
            if rest <= last { try body(occurrence) }
            rest -= 1
        }
    }
}
