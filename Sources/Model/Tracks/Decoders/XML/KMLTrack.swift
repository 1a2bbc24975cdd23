import Basics
import Location

/// A `gx:Track` under construction: its times and its positions are two lists, whose n-th members belong together
/// (KML 2.3, `kml:Track`).
///
/// The elements of one list may come before those of the other, after them, or between them.
struct KMLTrack {
    /// The content of a `gx:coord`.
    private enum Place {
        case known(KMLPosition)
        case empty, bad
    }

    /// The marks of an unreadable time, and of a day.
    private static let (invalid, dayOnly) = (Int64.min, Int64.min + 1)

    /// The line of the element being read.
    var line: Int
    /// The meaning of altitudes; nil for the usual one.
    var mode: KMLAltitudeMode?

    private let device: String
    /// The times whose positions have not come: milliseconds since 1970.
    private var times = KMLQueue<Int64>()
    /// The positions whose times have not come.
    private var places = KMLQueue<Place>()

    init(line: Int, device: String, mode: KMLAltitudeMode?) {
        self.line = line
        self.device = device
        self.mode = mode
    }

    mutating func add(time text: Span<UInt8>, into track: inout ParsedTrack) {
        let time = milliseconds(KMLTime(text))
        guard !places.isEmpty else { return times.append(time) }
        guard let place = places.removeFirst() else { return track.skip(.beyondTrack, line: line) }
        add(place, at: time, into: &track)
    }

    mutating func add(position text: Span<UInt8>, into track: inout ParsedTrack) {
        let place = place(text)
        guard !times.isEmpty else { return places.append(place) }
        guard let time = times.removeFirst() else { return track.skip(.beyondTrack, line: line) }
        add(place, at: time, into: &track)
    }

    /// Counts the times without a position, or the positions without a time.
    func finish(into track: inout ParsedTrack) {
        for _ in 0..<times.count { track.skip(.noPosition, line: line) }
        for _ in 0..<places.count { track.skip(.noTime, line: line) }
    }

    private func place(_ text: Span<UInt8>) -> Place {
        guard !text.trimmedRange.isEmpty else { return .empty }
        return KMLPosition(text, mode: mode).map { .known($0) } ?? .bad
    }

    private func milliseconds(_ time: KMLTime) -> Int64 {
        switch time {
        case .known(let timestamp): timestamp.milliseconds
        case .skipped(let reason): reason == .dayOnly ? Self.dayOnly : Self.invalid
        }
    }

    private func add(_ place: Place, at time: Int64, into track: inout ParsedTrack) {
        if case .empty = place { return track.skip(.noPosition, line: line) }
        guard time > Self.dayOnly else { return track.skip(time == Self.dayOnly ? .dayOnly : .badTime, line: line) }
        guard case .known(let position) = place else { return track.skip(.badPosition, line: line) }
        position.add(at: Timestamp(milliseconds: time), device: device, line: line, into: &track)
    }
}

/// The members of a list of a track that wait for those of the other list, in order.
private struct KMLQueue<Member> {
    /// The number of members kept: 8 MB of times, 32 MB of positions.
    private static var maxCount: Int { 1_000_000 }
    /// The number of members that were taken before memory is released.
    private static var minTaken: Int { 65_536 }

    private var members: [Member] = []
    /// The first member that was not taken.
    private var next = 0
    /// The members above the limit, which come after those that are kept.
    private var lostCount = 0

    /// The number of waiting members, kept or not.
    var count: Int { members.count - next + lostCount }
    var isEmpty: Bool { count == 0 }

    /// Adds a member; no other is kept after one that is not, or it would get the place of that one.
    mutating func append(_ member: Member) {
        if lostCount == 0, count < Self.maxCount { members.append(member) } else { lostCount += 1 }
    }

    /// Takes the first member of a queue that is not empty; nil if it was not kept.
    mutating func removeFirst() -> Member? {
        guard next < members.count else {
            lostCount -= 1
            return nil
        }
        let member = members[next]
        next += 1
        if next == members.count {
            members.removeAll(keepingCapacity: true)
            next = 0
        } else if next >= Self.minTaken, next * 2 >= members.count {
            members.removeFirst(next)
            next = 0
        }
        return member
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
        let isAboveGround = word.equals("relativeToGround") || word.equals("relativeToSeaFloor")
        self = word.equals("absolute") ? .absolute : isAboveGround ? .relativeToGround : .clampToGround
    }
}
