import Basics
import Location

extension CSVColumn {
    private static let synonyms: [String: CSVColumn] = [
        "time": .timestamp, "datetime": .timestamp, "date_time": .timestamp, "utc": .timestamp, "lat": .latitude,
        "lon": .longitude, "lng": .longitude, "long": .longitude, "alt": .altitude, "ele": .altitude,
        "elevation": .altitude, "accuracy": .horizontalAccuracy, "heading": .course, "bearing": .course,
    ]

    /// The columns with words of our own; others write `Mode` and `Source` above something else.
    private static let words: Set = [mode, motion, differential, source, timeSource, horizontalAccuracyOrigin]

    /// Returns the column of a header, also by the name that other programs give it; nil if unknown.
    init?(header: String) {
        let name = Self.name(of: header).lowercased()
        let numeric = Self.allCases.filter { !Self.words.contains($0) }
        guard let column = numeric.first(where: { $0.rawValue.lowercased() == name }) ?? Self.synonyms[name]
        else { return nil }
        self = column
    }

    /// Returns the column with that name; nil if unknown.
    init?(exactHeader header: String) { self.init(rawValue: Self.name(of: header)) }

    private static func name(of header: String) -> String {
        header.filter { $0 != "\u{FEFF}" && $0 != " " && $0 != "\"" }
    }
}

/// A CSV record under construction.
struct CSVRecord {
    private var fix: Fix
    private var motion = Motion.unknown
    private var satellites: Int?
    private var latitude: Double?
    private var longitude: Double?
    private var radius: Double?
    private var origin = HorizontalAccuracy.Origin.receiver

    init(device: String) {
        fix = Fix(device: device)
    }

    /// Returns the reason for skipping a line with an unreadable field in a column.
    static func skipReason(for column: CSVColumn) -> SkipReason {
        switch column {
        case .timestamp: .badTime
        case .latitude, .longitude: .badPosition
        default: .unreadable
        }
    }

    /// Sets a field; an empty one is unknown.
    ///
    /// - Returns: false if the text is unreadable.
    mutating func set(_ column: CSVColumn, to field: Span<UInt8>) -> Bool {
        guard !field.isEmpty else { return true }
        switch column {
        case .timestamp:
            fix.timestamp = Timestamp(lenientISO8601: field)
            return fix.timestamp != nil
        case .mode, .motion, .differential, .source, .timeSource, .horizontalAccuracyOrigin, .device:
            return set(column, word: field.string)
        default:
            guard let number = Double(decimal: field) else { return false }
            return set(column, number: number)
        }
    }

    /// Adds the finished point to a track, or the reason for skipping it.
    func finish(line: Int, into track: inout ParsedTrack) {
        guard let latitude, let longitude else { return track.skip(.noPosition, line: line) }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            return track.skip(.badPosition, line: line)
        }
        var fix = fix
        fix.coordinate = coordinate
        fix.horizontalAccuracy = radius.flatMap { HorizontalAccuracy(radius: $0, origin: origin) }
        track.add(fix, motion: motion, satellitesUsed: satellites, line: line)
    }

    private mutating func set(_ column: CSVColumn, number: Double) -> Bool {
        switch column {
        case .latitude: latitude = number
        case .longitude: longitude = number
        case .altitude: fix.altitude = number.validAltitude
        case .ellipsoidalAltitude: fix.ellipsoidalAltitude = number.validAltitude
        case .horizontalAccuracy: radius = number.validAccuracy
        case .verticalAccuracy: fix.verticalAccuracy = number.validAccuracy
        case .speed: fix.speed = number.validSpeed
        case .speedAccuracy: fix.speedAccuracy = number.validAccuracy
        case .course: fix.course = number.validCourse
        case .courseAccuracy: fix.courseAccuracy = number.validAccuracy
        case .climb: fix.climb = number.magnitude < 1e6 ? number : nil
        case .satellitesUsed: satellites = Int(satellites: number)
        default: return false
        }
        return true
    }

    private mutating func set(_ column: CSVColumn, word: String) -> Bool {
        switch column {
        case .mode: Self.set(&fix.mode, word)
        case .motion: Self.set(&motion, word)
        case .differential: Self.set(&fix.differential, word)
        case .source: Self.set(&fix.source, word)
        case .timeSource: Self.set(&fix.timeSource, word)
        case .horizontalAccuracyOrigin: Self.set(&origin, word)
        default: set(device: word)
        }
    }

    private mutating func set(device field: String) -> Bool {
        let name = CSVFormula.restored(field)
        if name != fix.device { fix.device = PrintableText.sanitized(name, limit: PrintableText.maxDeviceLength) }
        return true
    }

    private static func set<Choice: RawRepresentable<String>>(_ choice: inout Choice, _ word: String) -> Bool {
        guard let value = Choice(rawValue: word) else { return false }
        choice = value
        return true
    }
}
