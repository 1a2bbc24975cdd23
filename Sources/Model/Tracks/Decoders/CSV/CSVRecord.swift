import Basics
import Location

/// A CSV record under construction.
struct CSVRecord {
    private var fix: Fix
    private var motion = Motion.unknown
    private var satellites: Int?
    private var latitude: Double?
    private var longitude: Double?
    private var radius: Double?
    private var origin = HorizontalAccuracy.Origin.receiver

    private let hasDecimalCommas: Bool
    /// A day and a time of day in columns of their own.
    private var date: [UInt8] = []
    private var timeOfDay: [UInt8] = []
    /// 1 or -1, where hemispheres have columns of their own.
    private var northSouth: Double?
    private var eastWest: Double?

    /// - Parameters:
    ///   - device: the receiver of the point, unless the record names one.
    ///   - hasDecimalCommas: true if numbers may have commas for decimal points.
    init(device: String, hasDecimalCommas: Bool = false) {
        fix = Fix(device: device)
        self.hasDecimalCommas = hasDecimalCommas
    }

    /// Returns the reason for skipping a line with an unreadable field in a column.
    static func skipReason(for kind: CSVField.Kind) -> SkipReason {
        switch kind {
        case .column(.timestamp), .date, .timeOfDay: .badTime
        case .column(.latitude), .column(.longitude), .northSouth, .eastWest: .badPosition
        case .column: .unreadable
        }
    }

    /// Sets a field; an empty one is unknown.
    ///
    /// - Returns: false if the text is unreadable.
    mutating func set(_ field: CSVField, to text: Span<UInt8>) -> Bool {
        guard !text.isEmpty else { return true }
        switch field.kind {
        case .column(let column): return set(column, to: text, scale: field.scale)
        case .date: date = text.indices.map { text[$0] }
        case .timeOfDay: timeOfDay = text.indices.map { text[$0] }
        case .northSouth: northSouth = CSVNumbers.sign(text[text.trimmedRange.first ?? 0])
        case .eastWest: eastWest = CSVNumbers.sign(text[text.trimmedRange.first ?? 0])
        }
        return true
    }

    private mutating func set(_ column: CSVColumn, to text: Span<UInt8>, scale: Double) -> Bool {
        switch column {
        case .timestamp:
            fix.timestamp = CSVNumbers.timestamp(text)
            return fix.timestamp != nil
        case .latitude:
            latitude = CSVNumbers.degrees(text, hasDecimalCommas: hasDecimalCommas)
            return latitude != nil
        case .longitude:
            longitude = CSVNumbers.degrees(text, hasDecimalCommas: hasDecimalCommas)
            return longitude != nil
        case .mode, .motion, .differential, .source, .timeSource, .horizontalAccuracyOrigin, .device:
            return set(column, word: text.string)
        default:
            guard let number = CSVNumbers.quantity(text, hasDecimalCommas: hasDecimalCommas) else { return false }
            return set(column, number: scale == 1 ? number : number * scale)
        }
    }

    /// Adds the finished point to a track, or the reason for skipping it.
    ///
    /// - Parameters:
    ///   - program: the program whose unit of speed was assumed; nil if none was.
    ///   - line: the line, from 1.
    ///   - track: the track.
    func finish(_ program: CSVProgram?, line: Int, into track: inout ParsedTrack) {
        guard let latitude, let longitude else { return track.skip(.noPosition, line: line) }
        let signs = (northSouth ?? 1, eastWest ?? 1)
        guard let coordinate = Coordinate(latitude: latitude * signs.0, longitude: longitude * signs.1) else {
            return track.skip(.badPosition, line: line)
        }
        var fix = fix
        if !date.isEmpty, !timeOfDay.isEmpty {
            fix.timestamp = CSVNumbers.timestamp(date: date.span, timeOfDay: timeOfDay.span)
            guard fix.timestamp != nil else { return track.skip(.badTime, line: line) }
        }
        fix.coordinate = coordinate
        fix.horizontalAccuracy = radius.flatMap { HorizontalAccuracy(radius: $0, origin: origin) }
        let assumption = fix.speed == nil ? nil : program?.assumption
        track.add(fix, motion: motion, satellitesUsed: satellites, assuming: assumption, line: line)
    }

    private mutating func set(_ column: CSVColumn, number: Double) -> Bool {
        switch column {
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
        if name != fix.device { fix.device = DevicePath.printable(name) }
        return true
    }

    private static func set<Choice: RawRepresentable<String>>(_ choice: inout Choice, _ word: String) -> Bool {
        guard let value = Choice(rawValue: word) else { return false }
        choice = value
        return true
    }
}
