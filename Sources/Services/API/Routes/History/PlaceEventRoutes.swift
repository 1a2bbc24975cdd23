import Basics
import HTTPServer
import History
import Linux
import Location
import Queries
import Wire

/// What has happened at places.
struct PlaceEventRoutes {
    private static let list = "application/json"
    private static let lines = "application/x-ndjson"

    let history: HistoryAccess
    let work: WorkerPool

    /// The routes.
    var all: [Route] { [Route("/v1/places/events", for: .readers, [.get: events])] }

    private var events: Route.Handler {
        { [history, work] call in
            let selection = try PlaceEventFilter(
                call.queryParameters("from", "to", "place", "last"), now: call.moment.wallClock, clock: history.clock)
            let type = try call.mediaType(among: [Self.list, Self.lines])
            let open = try history.opener
            return try work.response(type: type) { output in
                var text = PlaceEventSerializer(isList: type == Self.list)
                try selection.forEach(in: open()) { occurrence in
                    if let portion = text.append(occurrence) { try output.write(portion) }
                }
                try output.write(text.finish())
            }
        }
    }
}

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

/// What has happened at places on its way out: one object with a list, or a line each.
struct PlaceEventSerializer {
    /// Bytes that are written at once.
    private static let chunkSize = 1 << 16

    private let isList: Bool
    private var bytes: [UInt8]
    private var isFirst = true

    init(isList: Bool) {
        self.isList = isList
        bytes = Array((isList ? "{\"events\":[" : "").utf8)
    }

    /// Adds one; answers what is to be written now, if anything.
    mutating func append(_ occurrence: PlaceEvent) -> [UInt8]? {
        if isList, !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes += PlaceEventJSON.encode(occurrence)
        if !isList { bytes.append(0x0A) }
        guard bytes.count >= Self.chunkSize else { return nil }
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// What is left to be written.
    func finish() -> [UInt8] { bytes + Array((isList ? "]}\n" : "").utf8) }
}
