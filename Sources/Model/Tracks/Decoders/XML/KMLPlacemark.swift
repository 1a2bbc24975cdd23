import Basics
import Location

/// A `Placemark` under construction.
struct KMLPlacemark {
    /// The receiver; nil if the placemark names none.
    private(set) var device: String?
    /// The meaning of altitudes; nil for the usual one.
    var mode: KMLAltitudeMode?

    private let line: Int
    /// The moment, or the ends of a span; one that is absent leaves the span open.
    private var times: [KMLTime] = []
    /// Times may follow the position, so its text is kept.
    private var position: [UInt8]?
    /// The further positions, of which the time does not say which one it is of.
    private var otherPositionCount = 0
    private var lineCount = 0
    private var areaCount = 0

    init(line: Int) {
        self.line = line
    }

    mutating func setDevice(_ text: Span<UInt8>) {
        let name = DevicePath.printable(text.string)
        device = name.isEmpty ? nil : name
    }

    /// Counts a line or an area.
    mutating func add(_ shape: KMLName) {
        if shape == .polygon { areaCount += 1 } else { lineCount += 1 }
    }

    mutating func set(_ field: KMLName, to text: Span<UInt8>) {
        guard field == .coordinates else {
            // A placemark has one moment or one span: a hostile one has no list without end.
            if times.count < 2 { times.append(KMLTime(text)) }
            return
        }
        guard position == nil else { return otherPositionCount += 1 }
        position = text.indices.map { text[$0] }
    }

    /// Adds the point to a track, at both ends of a span, or the reasons for skipping what the placemark has.
    func finish(device: String, into track: inout ParsedTrack) {
        for _ in 0..<(areaCount + otherPositionCount) { track.skip(.notTrack, line: line) }
        for _ in 0..<lineCount { track.skip(times.isEmpty ? .noTime : .timeSpan, line: line) }
        guard let position else { return }
        guard !times.isEmpty else { return track.skip(.noTime, line: line) }
        let place = KMLPosition(position.span, mode: mode)
        for time in times.count == 2 && times[0] == times[1] ? [times[0]] : times {
            switch time {
            case .skipped(let reason): track.skip(reason, line: line)
            case .known(let timestamp):
                guard let place else { return track.skip(.badPosition, line: line) }
                place.add(at: timestamp, device: self.device ?? device, line: line, into: &track)
            }
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
