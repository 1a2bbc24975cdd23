import Location

/// A point under construction from values with names, as in CSV and JSON.
struct PointDraft {
    var fix: Fix
    /// Degrees; nil until known.
    var latitude: Double?
    var longitude: Double?
    private(set) var motion = Motion.unknown
    var integrity = Integrity.Level.nominal
    private(set) var satellites: Int?
    private(set) var hasMode = false
    private var isNamed = false
    private var firstIdentifier: String?
    private var radius: Double?
    private var origin = HorizontalAccuracy.Origin.receiver

    /// - Parameter device: the receiver, unless a value names one.
    init(device: String) {
        fix = Fix(device: device)
    }

    /// The receiver's identifier in its program, the first of several; nil without one, and if the receiver has a name.
    var identifier: String? {
        get { isNamed ? nil : firstIdentifier }
        set { firstIdentifier = firstIdentifier ?? newValue }
    }

    /// The position; nil if it is unknown or not valid.
    var coordinate: Coordinate? { Coordinate(optionalLatitude: latitude, longitude: longitude) }

    /// The accuracy of the position; nil if unknown.
    var horizontalAccuracy: HorizontalAccuracy? {
        radius.flatMap { HorizontalAccuracy(radius: $0, origin: origin) }
    }

    /// Sets a number in our unit, unknown outside the plausible range; returns false for a column without numbers.
    mutating func set(_ column: CSVColumn, number: Double) -> Bool {
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

    /// Sets a word of ours; returns false for an unknown word, or a column without words.
    mutating func set(_ column: CSVColumn, word: String) -> Bool {
        switch column {
        case .mode:
            hasMode = Self.set(&fix.mode, word)
            return hasMode
        case .motion: return Self.set(&motion, word)
        case .integrity: return Self.set(&integrity, word)
        case .differential: return Self.set(&fix.differential, word)
        case .source: return Self.set(&fix.source, word)
        case .timeSource: return Self.set(&fix.timeSource, word)
        case .horizontalAccuracyOrigin: return Self.set(&origin, word)
        case .device:
            isNamed = true
            if word != fix.device { fix.device = DevicePath.printable(word) }
            return true
        default: return false
        }
    }

    private static func set<Choice: RawRepresentable<String>>(_ choice: inout Choice, _ word: String) -> Bool {
        guard let value = Choice(rawValue: word) else { return false }
        choice = value
        return true
    }
}

extension CSVColumn {
    var hasWords: Bool {
        switch self {
        case .mode, .motion, .differential, .source, .timeSource, .horizontalAccuracyOrigin, .device, .integrity: true
        default: false
        }
    }
}
