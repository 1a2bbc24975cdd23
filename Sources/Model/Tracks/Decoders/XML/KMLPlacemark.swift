import Basics
import Location

/// A `Placemark` under construction.
struct KMLPlacemark {
    /// The receiver; nil if the placemark names none.
    private(set) var device: String?
    /// The meaning of altitudes; nil for the usual one.
    var mode: KMLAltitudeMode?
    /// True once a track has been read, whose points have times of their own.
    var hasTrack = false

    private let line: Int
    private var hasTime = false
    private var timestamp: Timestamp?
    /// Times may follow the position, so its text is kept.
    private var position: [UInt8]?
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

    /// Sets the time or the position from the text of an element.
    mutating func set(_ field: KMLName, to text: Span<UInt8>) {
        guard field != .coordinates else {
            position = text.indices.map { text[$0] }
            return
        }
        hasTime = true
        timestamp = Timestamp(lenientISO8601: text)
    }

    /// Adds the point to a track, or the reasons for skipping what the placemark has.
    func finish(device: String, into track: inout ParsedTrack) {
        for _ in 0..<areaCount { track.skip(.notTrack, line: line) }
        for _ in 0..<lineCount { track.skip(hasTime ? .timeSpan : .noTime, line: line) }
        guard let position else { return }
        guard hasTime else { return track.skip(.noTime, line: line) }
        guard let timestamp else { return track.skip(.badTime, line: line) }
        guard let position = KMLPosition(position.span, mode: mode) else {
            return track.skip(.badPosition, line: line)
        }
        position.add(at: timestamp, device: self.device ?? device, line: line, into: &track)
    }
}
