package import Basics
package import History
package import Linux
import Location
import Wire

/// Selects place events.
package struct PlaceEventFilter {
    /// The time span; unlimited by default.
    let span: TimeSpan
    /// The name of the place, or of the anchor; nil for all.
    let place: String?
    /// The maximum number of events, the latest ones; nil for all.
    let last: Int?

    /// Creates a filter from the query parameters `from`, `to`, `place` and `last`.
    ///
    /// - Throws: ``Problem`` for an invalid parameter.
    package init(_ parameters: QueryParameters, now: Timestamp, clock: LocalClock) throws(Problem) {
        let from = try parameters.time("from", now: now, clock: clock)
        let to = try parameters.time("to", now: now, clock: clock)
        if let from, let to, from > to { throw .badRequest("from, \(from.iso8601), is after to, \(to.iso8601)") }
        span = TimeSpan(from: from, to: to)
        place = parameters.text("place")
        last = try parameters.last()
    }

    /// Calls the body with each selected event, oldest first, in constant memory: with `last`, a first pass counts the
    /// events.
    func forEach(in history: any HistoryReader, _ body: (PlaceEvent) throws -> Void) throws {
        guard let last else { return try history.forEachPlaceEvent(span, place: place, body) }
        var rest = 0
        try history.forEachPlaceEvent(span, place: place) { _ in rest += 1 }
        try history.forEachPlaceEvent(span, place: place) { occurrence in
            if rest <= last { try body(occurrence) }
            rest -= 1
        }
    }
}

extension PlaceEventFilter {
    /// The media types of events: an object with a list, or a line each.
    package static var mediaTypes: [String] { PlaceEventSerializer.mediaTypes }

    /// Writes the selected events in one of the media types.
    package func write(from history: any HistoryReader, as type: String, to output: ProducedStream.Output) throws {
        var text = PlaceEventSerializer(mediaType: type)
        try forEach(in: history) { occurrence in
            if let portion = text.append(occurrence) { try output.write(portion) }
        }
        try output.write(text.finish())
    }
}

/// Serializes place events as one object with a list, or as one line each.
struct PlaceEventSerializer {
    /// The types that it writes, the list first.
    static let mediaTypes = ["application/json", "application/x-ndjson"]

    /// The minimum size of a chunk in bytes.
    private static let chunkSize = 1 << 16

    private let isList: Bool
    private var bytes: [UInt8]
    private var isFirst = true

    /// Creates a serializer for one of the types.
    init(mediaType: String) {
        isList = mediaType == Self.mediaTypes.first
        bytes = Array((isList ? "{\"events\":[" : "").utf8)
    }

    /// Appends an event; returns a chunk once it is large enough.
    mutating func append(_ occurrence: PlaceEvent) -> [UInt8]? {
        if isList, !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes += PlaceEventJSON.encode(occurrence)
        if !isList { bytes.append(0x0A) }
        guard bytes.count >= Self.chunkSize else { return nil }
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Returns the rest.
    func finish() -> [UInt8] { bytes + Array((isList ? "]}\n" : "").utf8) }
}
