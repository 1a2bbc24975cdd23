import Basics

/// The meaning of a column of CSV, and the unit of its numbers.
struct CSVField: Hashable, Sendable {
    /// The content of a column.
    enum Kind: Hashable, Sendable {
        /// A column of our own.
        case column(CSVColumn)
        /// A day without a time, or a time without a day; both together are a timestamp.
        case date, timeOfDay
        /// N or S, E or W, beside a column of degrees without a sign.
        case northSouth, eastWest
        /// True for the position of a receiver with a fix.
        case validity
        /// The receiver's identifier in its program.
        case identifier
        /// The time zone of the record's times.
        case zone
    }

    let kind: Kind
    /// The factor that turns a number into our unit.
    var scale = 1.0
    /// True for times that have no day where another column has it.
    var isTimeOnly = false

    init(_ column: CSVColumn, scale: Double = 1) {
        kind = .column(column)
        self.scale = scale
    }

    init(kind: Kind) { self.kind = kind }

    /// The columns with words of our own; others write `Mode` and `Source` above something else.
    private static let words: Set<CSVColumn> = [
        .mode, .motion, .differential, .source, .timeSource, .horizontalAccuracyOrigin, .integrity,
    ]

    private static let columns: [String: CSVColumn] = {
        let numeric = CSVColumn.allCases.filter { !words.contains($0) }
        return Dictionary(uniqueKeysWithValues: numeric.map { ($0.rawValue.lowercased(), $0) })
    }()

    /// Creates the meaning of a header, also by the name that other programs give it; nil if unknown.
    ///
    /// Case, blanks, brackets, hyphens and underscores do not matter: `Speed (km/h)` is `speed_kmh`. A unit may follow
    /// the name, and `gps` or `location` precede it.
    init?(header: String) {
        let name = Self.name(header)
        if let field = Self.named(name) {
            self = field
        } else {
            let fields = CSVUnit.all.lazy.filter { name.hasSuffix($0.name) }.compactMap { unit -> CSVField? in
                Self.named(String(name.dropLast(unit.name.count))).flatMap(unit.applied)
            }
            guard let field = fields.first else { return nil }
            self = field
        }
    }

    private static func named(_ name: String) -> CSVField? {
        if let field = columns[name].map({ CSVField($0) }) ?? CSVNames.fields[name] { return field }
        let prefix = ["gps", "gnss", "location"].first { name.hasPrefix($0) }
        guard let prefix else { return nil }
        let rest = String(name.dropFirst(prefix.count))
        return columns[rest].map { CSVField($0) } ?? CSVNames.fields[rest]
    }

    /// Returns what matters of a header.
    static func name(_ header: String) -> String {
        let letters = header.unicodeScalars.filter {
            $0 == "/" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
        return String(String.UnicodeScalarView(letters)).lowercased()
    }

    /// Creates the meaning of a column with exactly our name; nil for others.
    init?(exactHeader header: String) {
        let name = header.filter { $0 != "\u{FEFF}" && $0 != " " && $0 != "\"" }
        guard let column = CSVColumn(rawValue: name) else { return nil }
        self.init(column)
    }

    /// True for a column of dates, times of day or both.
    var isTime: Bool { [.column(.timestamp), .date, .timeOfDay].contains(kind) }

    /// Returns true for the header of times in UTC.
    static func namesUTC(_ header: String) -> Bool {
        let name = name(header)
        return ["utc", "gmt", "zulu"].contains(where: name.contains(text:)) || name == "gpstime"
    }

    /// The meaning of a column of times beside one of dates.
    var asTimeOfDay: CSVField { isTimeOnly ? CSVField(kind: .timeOfDay) : self }

    /// The meaning of a date's column where none has the time of day: such a date has a time itself.
    var asTimestamp: CSVField { kind == .date ? CSVField(.timestamp) : self }
}

/// A unit that follows the name of a column.
struct CSVUnit {
    private enum Quantity {
        case time, speed, length, angle
    }

    /// The letters that matter.
    let name: String
    private let quantity: Quantity
    private let scale: Double

    /// Metres, and metres per second.
    static let foot = 0.3048
    static let kilometrePerHour = 1 / 3.6
    static let knot = 1852.0 / 3600
    private static let milePerHour = 0.44704

    /// All units, the longest first.
    static let all: [CSVUnit] = {
        var units = list(.time, "utc gmt z s sec seconds ms milliseconds us ns since1970s since1970 unix epoch iso")
        units += list(.time, "iso8601")
        units += list(.speed, "m/s mps ms meters/second metres/second meterspersecond metrespersecond")
        units += list(.speed, scale: kilometrePerHour, "km/h kmh kph kmph")
        units += list(.speed, scale: milePerHour, "mph mi/h")
        units += list(.speed, scale: knot, "kn kt kts knot knots")
        units += list(.length, "m meter meters metre metres")
        units += list(.length, scale: foot, "ft foot feet")
        units += list(.angle, "deg degree degrees dd wgs84 decimaldegrees")
        units += list(.angle, scale: 1e-7, "e7")
        return units.sorted { $0.name.count > $1.name.count }
    }()

    private static func list(_ quantity: Quantity, scale: Double = 1, _ names: String) -> [CSVUnit] {
        names.split(separator: " ").map { CSVUnit(name: String($0), quantity: quantity, scale: scale) }
    }

    /// Returns a field in this unit; nil if it cannot have it.
    func applied(_ field: CSVField) -> CSVField? {
        guard quantity == Self.quantity(of: field.kind) else { return nil }
        var field = field
        field.scale = scale
        return field
    }

    private static func quantity(of kind: CSVField.Kind) -> Quantity? {
        switch kind {
        case .column(.timestamp), .date, .timeOfDay: .time
        case .column(.speed), .column(.speedAccuracy), .column(.climb): .speed
        case .column(.altitude), .column(.ellipsoidalAltitude), .column(.horizontalAccuracy),
            .column(.verticalAccuracy):
            .length
        case .column(.latitude), .column(.longitude), .column(.course), .column(.courseAccuracy): .angle
        default: nil
        }
    }
}
