import Basics
import Location

/// A CSV record under construction.
struct CSVRecord {
    /// The words in a column of validity for a position without a fix.
    private static let invalid: Set<String> = ["false", "0", "no", "n", "v", "f", "no fix", "invalid", "nofix"]

    private var point: PointDraft
    private var isValid = true
    /// True if a value that a point does not need is not readable.
    private var hasUnreadable = false
    /// A day and a time of day in columns of their own.
    private var date: [UInt8] = []
    private var timeOfDay: [UInt8] = []
    private var zone: [UInt8] = []
    private var hasBadTime = false
    /// 1 or -1, where hemispheres have columns of their own.
    private var northSouth: Double?
    private var eastWest: Double?

    /// - Parameter device: the receiver of the point, unless the record names one.
    init(device: String) {
        point = PointDraft(device: device)
    }

    static func skipReason(for kind: CSVField.Kind) -> SkipReason {
        switch kind {
        case .column(.timestamp), .date, .timeOfDay: .badTime
        case .column(.latitude), .column(.longitude), .northSouth, .eastWest: .badPosition
        case .column, .validity, .identifier, .zone: .unreadable
        }
    }

    /// Sets a field; an empty one is unknown, and so is one with a word such as `null`.
    ///
    /// - Returns: false if the text is unreadable and the point needs it; other unreadable values are unknown and counted.
    mutating func set(_ field: CSVField, to text: Span<UInt8>, calendar: inout CSVCalendar) -> Bool {
        guard !text.isEmpty else { return true }
        switch field.kind {
        case .column(.timestamp):
            point.fix.timestamp = calendar.timestamp(text)
            return point.fix.timestamp != nil || CSVNumbers.isUnknown(text)
        case .column(let column):
            guard !set(column, to: text, scale: field.scale), !CSVNumbers.isUnknown(text) else { return true }
            guard column != .latitude, column != .longitude else { return false }
            hasUnreadable = true
        case .date: date = CSVNumbers.isUnknown(text) ? [] : text.indices.map { text[$0] }
        case .timeOfDay: timeOfDay = CSVNumbers.isUnknown(text) ? [] : text.indices.map { text[$0] }
        case .zone: zone = CSVNumbers.isUnknown(text) ? [] : text.trimmedRange.map { text[$0] }
        case .identifier: if !CSVNumbers.isUnknown(text) { point.identifier = text.string }
        case .validity: isValid = !Self.invalid.contains(text.string.lowercased())
        case .northSouth: northSouth = CSVNumbers.sign(text[text.trimmedRange.first ?? 0])
        case .eastWest: eastWest = CSVNumbers.sign(text[text.trimmedRange.first ?? 0])
        }
        return true
    }

    private mutating func set(_ column: CSVColumn, to text: Span<UInt8>, scale: Double) -> Bool {
        if column == .latitude || column == .longitude {
            guard let degrees = CSVNumbers.degrees(text) else { return false }
            return point.set(column, number: scale == 1 ? degrees : degrees * scale)
        }
        if column == .device { return point.set(.device, word: CSVFormula.restored(text.string)) }
        if column.hasWords { return point.set(column, word: text.string) }
        guard let number = CSVNumbers.quantity(text) else { return false }
        return point.set(column, number: scale == 1 || number.hasUnit ? number.value : number.value * scale)
    }

    /// Reads the day and the time of day that have columns of their own.
    mutating func readTime(_ calendar: inout CSVCalendar) {
        guard point.fix.timestamp == nil, !date.isEmpty, !timeOfDay.isEmpty else { return }
        point.fix.timestamp = calendar.timestamp(date: date.span, timeOfDay: timeOfDay.span)
        hasBadTime = point.fix.timestamp == nil
    }

    /// Adds the finished point to a track, or the reason for skipping it.
    ///
    /// - Parameters:
    ///   - columns: the columns of the file, with the program whose unit of speed was assumed.
    ///   - calendar: has read the time.
    ///   - line: the line, from 1.
    ///   - track: the track.
    func finish(_ columns: CSVColumns, _ calendar: inout CSVCalendar, line: Int, into track: inout ParsedTrack) {
        guard isValid else { return track.skip(.noFix, line: line) }
        guard let latitude = point.latitude, let longitude = point.longitude else {
            return track.skip(.noPosition, line: line)
        }
        let signs = (northSouth ?? 1, eastWest ?? 1)
        guard let coordinate = Coordinate(latitude: latitude * signs.0, longitude: longitude * signs.1) else {
            return track.skip(.badPosition, line: line)
        }
        var fix = point.fix
        guard !hasBadTime else { return track.skip(.badTime, line: line) }
        let lacksZone = calendar.lacksZone && !columns.isUTC
        let zoned = fix.timestamp.flatMap { lacksZone && !zone.isEmpty ? calendar.moment(of: $0, in: zone) : nil }
        fix.timestamp = zoned ?? fix.timestamp
        fix.coordinate = coordinate
        fix.horizontalAccuracy = point.horizontalAccuracy
        fix.device = track.device(of: point.identifier, else: fix.device)
        let assumption = fix.speed == nil ? nil : columns.program?.assumption
        let isAdded = track.add(
            fix, motion: point.motion, satellitesUsed: point.satellites, integrity: point.integrity,
            assuming: assumption, line: line)
        guard isAdded else { return }
        if let order = calendar.assumption { track.note(order) }
        if hasUnreadable || lacksZone && !zone.isEmpty && zoned == nil { track.note(.unreadableValue) }
        if zoned != nil { track.note(.zoneOfColumn) } else if lacksZone { track.noteMissingZone() }
    }
}
