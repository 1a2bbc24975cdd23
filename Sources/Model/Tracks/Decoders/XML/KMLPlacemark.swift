import Basics
import Location

/// A `Placemark` under construction.
struct KMLPlacemark {
    /// The receiver; nil if the placemark names none.
    private(set) var device: String?
    /// The meaning of altitudes; nil for the usual one.
    var mode: KMLAltitudeMode?
    /// The positions of its lines.
    var path = KMLPath()
    /// The areas, and the further positions, of which the time does not say which one it is of.
    var otherCount = 0

    private let line: Int
    /// The ends of a span, both the same for a moment; one that is absent leaves the span open.
    private var begin: KMLTime?
    private var end: KMLTime?
    /// Times may follow the position, so its text is kept.
    private var position: [UInt8]?

    init(line: Int) {
        self.line = line
    }

    mutating func setDevice(_ text: Span<UInt8>) {
        let name = DevicePath.printable(text.string)
        device = name.isEmpty ? nil : name
    }

    /// Sets a time, of which the first counts, or the position.
    mutating func set(_ field: KMLName, to text: Span<UInt8>) {
        if field == .begin || field == .when { begin = begin ?? KMLTime(text) }
        if field == .end || field == .when { end = end ?? KMLTime(text) }
        guard field == .coordinates else { return }
        if position != nil { otherCount += 1 } else { position = text.indices.map { text[$0] } }
    }

    /// Adds the point to a track, at both ends of a span, or the ends of the lines, or the reasons for skipping what the
    /// placemark has.
    ///
    /// The positions between have no times: made-up ones would look like measured ones.
    func finish(device: String, into track: inout ParsedTrack) {
        let isMoment = begin == end
        // A point beside a line is its label, unless it is what has the moment.
        let isLine = path.count > 0 && !(isMoment && position != nil)
        for _ in 0..<(isLine && position != nil ? otherCount + 1 : otherCount) { track.skip(.notTrack, line: line) }
        guard let places = isLine ? [path.first, path.last] : position.map({ [$0, $0] }) else { return }
        guard begin != nil || end != nil else { return track.skip(.noTime, line: line) }
        // A single moment dates none of several positions.
        let times: [KMLTime?] = !isMoment ? [begin, end] : isLine && path.count > 1 ? [] : [begin]
        for case (let time?, let place) in zip(times, places) {
            switch (time, KMLPosition(place.span, mode: mode)) {
            case (.skipped(let reason), _): track.skip(reason, line: line)
            case (_, nil): track.skip(.badPosition, line: line)
            case (.known(let timestamp), let place?):
                place.add(at: timestamp, device: self.device ?? device, line: line, into: &track)
            }
        }
        for _ in 0..<max(0, path.count - (isLine ? times.count { $0 != nil } : 0)) { track.skip(.timeSpan, line: line) }
    }
}

/// The positions of the lines of a placemark, which may be many: the first and the last one.
struct KMLPath {
    /// Bytes of a position that are kept.
    private static let maxLength = 256

    private(set) var count = 0
    private(set) var last: [UInt8] = []
    private var start: [UInt8] = []
    var first: [UInt8] { count > 1 ? start : last }
    /// True if the last position may continue, unless its line has ended.
    var isOpen = false

    /// Adds a piece of the text of a line: positions with blanks between them, which may also follow a comma.
    mutating func append(_ text: Span<UInt8>) {
        for index in text.indices {
            guard text[index] > 0x20 else {
                isOpen = isOpen && last.last == UInt8(ascii: ",")
                continue
            }
            if !isOpen {
                if count == 1 { start = last }
                (count, isOpen) = (count + 1, true)
                last.removeAll(keepingCapacity: true)
            }
            if last.count < Self.maxLength { last.append(text[index]) }
        }
    }
}

enum KMLTime: Equatable {
    case known(Timestamp)
    /// Not a moment, and why.
    case skipped(SkipReason)

    /// Parses a moment; a day, such as `2026-01-31`, is none, although KML allows it.
    init(_ text: Span<UInt8>) {
        if let timestamp = Timestamp(lenientISO8601: text) {
            self = .known(timestamp)
        } else {
            self = .skipped(Timestamp.isDay(text) ? .dayOnly : .badTime)
        }
    }
}
