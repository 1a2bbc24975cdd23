import Basics
import Location

/// A `gx:Track` under construction: its times and its positions are two lists of the same order.
///
/// Times come before positions, or alternate with them, as Google's exports do.
struct KMLTrack {
    /// The number of times waiting for their positions: 8 MB.
    private static let maxWaiting = 1_000_000
    private static let invalid = Int64.min

    /// The line of the element being read.
    var line: Int
    /// The meaning of altitudes; nil for the usual one.
    var mode: KMLAltitudeMode?

    private let device: String
    /// Milliseconds since 1970, from `next` on.
    private var times: [Int64] = []
    private var next = 0
    private var lostTimes = 0

    init(line: Int, device: String, mode: KMLAltitudeMode?) {
        self.line = line
        self.device = device
        self.mode = mode
    }

    mutating func add(time text: Span<UInt8>) {
        guard times.count - next < Self.maxWaiting else {
            lostTimes += 1
            return
        }
        times.append(Timestamp(lenientISO8601: text)?.milliseconds ?? Self.invalid)
    }

    mutating func add(position text: Span<UInt8>, into track: inout ParsedTrack) {
        guard next < times.count else {
            let isLost = lostTimes > 0
            if isLost { lostTimes -= 1 }
            return track.skip(isLost ? .beyondTrack : .noTime, line: line)
        }
        let time = times[next]
        next += 1
        if next == times.count {
            times.removeAll(keepingCapacity: true)
            next = 0
        }
        guard !text.trimmedRange.isEmpty else { return track.skip(.noPosition, line: line) }
        guard time != Self.invalid else { return track.skip(.badTime, line: line) }
        guard let position = KMLPosition(text, mode: mode) else { return track.skip(.badPosition, line: line) }
        position.add(at: Timestamp(milliseconds: time), device: device, line: line, into: &track)
    }

    /// Counts the times without a position.
    func finish(into track: inout ParsedTrack) {
        for _ in next..<times.count { track.skip(.noPosition, line: line) }
    }
}

/// A position of KML: degrees east, degrees north, and metres.
struct KMLPosition {
    private let coordinate: Coordinate
    private let altitude: Double?

    /// Parses numbers with blanks or commas between them; nil if one is invalid.
    init?(_ text: Span<UInt8>, mode: KMLAltitudeMode?) {
        var start = 0
        guard let longitude = Self.number(in: text, from: &start), let latitude = Self.number(in: text, from: &start),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self.coordinate = coordinate
        let word = Self.word(in: text, from: &start)
        altitude = Self.altitude(text.extracting(word), mode ?? .clampToGround)
    }

    /// Adds a point.
    func add(at timestamp: Timestamp?, device: String, line: Int, into track: inout ParsedTrack) {
        var fix = Fix(device: device)
        fix.timestamp = timestamp
        fix.coordinate = coordinate
        fix.altitude = altitude
        fix.inferMode()
        track.add(fix, line: line)
    }

    /// Programs write a bare 0 for an altitude that they do not know, and leave the height to the ground.
    private static func altitude(_ word: Span<UInt8>, _ mode: KMLAltitudeMode) -> Double? {
        if word.isEmpty || mode == .relativeToGround || mode == .clampToGround && word.equals("0") { return nil }
        return Double(decimal: word)?.validAltitude
    }

    private static func number(in text: Span<UInt8>, from start: inout Int) -> Double? {
        Double(decimal: text.extracting(word(in: text, from: &start)))
    }

    private static func word(in text: Span<UInt8>, from start: inout Int) -> Range<Int> {
        while start < text.count, isSeparator(text[start]) { start += 1 }
        let first = start
        while start < text.count, !isSeparator(text[start]) { start += 1 }
        return first..<start
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: ",") }
}

/// The reference of altitudes in KML.
enum KMLAltitudeMode {
    /// The usual one; an altitude may be given.
    case clampToGround
    /// Metres above the ground, whose altitude is unknown.
    case relativeToGround
    /// Metres above mean sea level.
    case absolute

    /// Parses a mode; one of the sea floor is like that of the ground.
    init(_ text: Span<UInt8>) {
        let word = text.extracting(text.trimmedRange)
        if word.equals("absolute") {
            self = .absolute
        } else if word.equals("relativeToGround") || word.equals("relativeToSeaFloor") {
            self = .relativeToGround
        } else {
            self = .clampToGround
        }
    }
}
