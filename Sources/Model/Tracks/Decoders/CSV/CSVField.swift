/// The meaning of a column of CSV, and the unit of its numbers.
struct CSVField: Hashable, Sendable {
    /// What a column has.
    enum Kind: Hashable, Sendable {
        /// A column of our own.
        case column(CSVColumn)
        /// A day without a time, or a time without a day; both together are a timestamp.
        case date, timeOfDay
        /// N or S, E or W, beside a column of degrees without a sign.
        case northSouth, eastWest
    }

    let kind: Kind
    /// The factor that turns a number into our unit.
    var scale = 1.0

    init(_ column: CSVColumn, scale: Double = 1) {
        kind = .column(column)
        self.scale = scale
    }

    private init(kind: Kind) { self.kind = kind }

    private static let synonyms: [String: CSVField] = [
        "time": CSVField(.timestamp), "datetime": CSVField(.timestamp), "utc": CSVField(.timestamp),
        "utctime": CSVField(.timestamp), "timeutc": CSVField(.timestamp), "utcdatetime": CSVField(.timestamp),
        "timestamputc": CSVField(.timestamp), "gpstime": CSVField(.timestamp), "recordedat": CSVField(.timestamp),
        "epoch": CSVField(.timestamp), "unixtime": CSVField(.timestamp), "unixtimestamp": CSVField(.timestamp),
        "timestampms": CSVField(.timestamp), "tst": CSVField(.timestamp), "isotst": CSVField(.timestamp),
        "date": CSVField(kind: .date), "utcdate": CSVField(kind: .date), "dateutc": CSVField(kind: .date),
        "utcd": CSVField(kind: .date), "utct": CSVField(kind: .timeOfDay),
        "timeofday": CSVField(kind: .timeOfDay),
        "lat": CSVField(.latitude), "gpslatitude": CSVField(.latitude), "latitudedeg": CSVField(.latitude),
        "latituden/s": CSVField(.latitude), "n/s": CSVField(kind: .northSouth),
        "lon": CSVField(.longitude), "lng": CSVField(.longitude), "long": CSVField(.longitude),
        "gpslongitude": CSVField(.longitude), "longitudedeg": CSVField(.longitude),
        "longitudee/w": CSVField(.longitude), "e/w": CSVField(kind: .eastWest),
        "alt": CSVField(.altitude), "ele": CSVField(.altitude), "elevation": CSVField(.altitude),
        "height": CSVField(.altitude), "altitudem": CSVField(.altitude), "elevationm": CSVField(.altitude),
        "heightm": CSVField(.altitude), "altitudeft": CSVField(.altitude, scale: foot),
        "elevationft": CSVField(.altitude, scale: foot), "heightft": CSVField(.altitude, scale: foot),
        "speedm/s": CSVField(.speed), "speedms": CSVField(.speed), "speedmps": CSVField(.speed),
        "velocity": CSVField(.speed), "speedkm/h": CSVField(.speed, scale: kilometrePerHour),
        "speedkmh": CSVField(.speed, scale: kilometrePerHour), "speedkph": CSVField(.speed, scale: kilometrePerHour),
        "vel": CSVField(.speed, scale: kilometrePerHour), "speedmph": CSVField(.speed, scale: milePerHour),
        "speedkn": CSVField(.speed, scale: knot), "speedknots": CSVField(.speed, scale: knot),
        "speedkt": CSVField(.speed, scale: knot), "speedkts": CSVField(.speed, scale: knot),
        "heading": CSVField(.course), "bearing": CSVField(.course), "cog": CSVField(.course),
        "coursedeg": CSVField(.course),
        "accuracy": CSVField(.horizontalAccuracy), "acc": CSVField(.horizontalAccuracy),
        "hacc": CSVField(.horizontalAccuracy), "accuracym": CSVField(.horizontalAccuracy),
        "horizontalaccuracym": CSVField(.horizontalAccuracy), "vac": CSVField(.verticalAccuracy),
        "vacc": CSVField(.verticalAccuracy), "verticalaccuracym": CSVField(.verticalAccuracy),
        "satellites": CSVField(.satellitesUsed), "sats": CSVField(.satellitesUsed), "nsat": CSVField(.satellitesUsed),
    ]

    /// Metres, and metres per second.
    private static let foot = 0.3048
    private static let kilometrePerHour = 1 / 3.6
    private static let milePerHour = 0.44704
    private static let knot = 1852.0 / 3600

    /// The columns with words of our own; others write `Mode` and `Source` above something else.
    private static let words: Set<CSVColumn> = [
        .mode, .motion, .differential, .source, .timeSource, .horizontalAccuracyOrigin,
    ]

    private static let columns: [String: CSVColumn] = {
        let numeric = CSVColumn.allCases.filter { !words.contains($0) }
        return Dictionary(uniqueKeysWithValues: numeric.map { ($0.rawValue.lowercased(), $0) })
    }()

    /// Creates the meaning of a header, also by the name that other programs give it; nil if unknown.
    ///
    /// Case, blanks, brackets, hyphens and underscores do not matter: `Speed (km/h)` is `speed_kmh`.
    init?(header: String) {
        let letters = header.unicodeScalars.filter {
            $0 == "/" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
        let name = String(String.UnicodeScalarView(letters)).lowercased()
        guard let field = Self.columns[name].map({ CSVField($0) }) ?? Self.synonyms[name] else { return nil }
        self = field
    }

    /// Creates the meaning of a column with exactly our name; nil for others.
    init?(exactHeader header: String) {
        let name = header.filter { $0 != "\u{FEFF}" && $0 != " " && $0 != "\"" }
        guard let column = CSVColumn(rawValue: name) else { return nil }
        self.init(column)
    }

    /// The meaning of a timestamp's column beside one of dates.
    fileprivate var asTimeOfDay: CSVField { kind == .column(.timestamp) ? CSVField(kind: .timeOfDay) : self }

    /// The meaning of a date's column where none has the time of day: such a date has a time itself.
    fileprivate var asTimestamp: CSVField { kind == .date ? CSVField(.timestamp) : self }
}

/// The columns of a CSV file, from its header or as the user names them.
public struct CSVColumns: Hashable, Sendable {
    /// The meaning of each column, nil for ignored ones.
    let fields: [CSVField?]
    /// True if the user named them, so that the first line may have names or values.
    let isGiven: Bool
    /// The fields that a line needs: the last ones have no name where a separator ends the header.
    let minCount: Int

    /// Finds the columns with names in a header; nil without a position and a time.
    init?(headers: [String]) {
        // A column with a name of its own takes precedence over one with that of another program, the first over others.
        let exact = Set(headers.compactMap { CSVField(exactHeader: $0) })
        let found = headers.map { header in
            CSVField(exactHeader: header) ?? CSVField(header: header).flatMap { exact.contains($0) ? nil : $0 }
        }
        let unnamed = headers.reversed().prefix { $0.allSatisfy(\.isWhitespace) }.count
        self.init(found, isGiven: false, minCount: headers.count - unnamed)
    }

    /// Parses a list such as `timestamp,-,latitude,longitude`: a name for each column, a hyphen for one to ignore.
    ///
    /// - Throws: ``CSVColumnsError``.
    public init(list: String) throws(CSVColumnsError) {
        var fields: [CSVField?] = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            let field = CSVField(exactHeader: String(name)) ?? CSVField(header: String(name))
            guard field != nil || name == "-" || name.isEmpty else { throw CSVColumnsError.unknown(String(name)) }
            fields.append(field)
        }
        guard let columns = CSVColumns(fields, isGiven: true, minCount: fields.count) else {
            throw CSVColumnsError.incomplete
        }
        self = columns
    }

    private init?(_ found: [CSVField?], isGiven: Bool, minCount: Int) {
        let hasDate = found.contains { $0?.kind == .date }
        let hasTime = found.contains { [.column(.timestamp), .timeOfDay].contains($0?.kind) }
        var used: Set<CSVField.Kind> = []
        fields = found.map { field in
            let meaning = hasDate ? hasTime ? field?.asTimeOfDay : field?.asTimestamp : field
            return meaning.flatMap { used.insert($0.kind).inserted ? $0 : nil }
        }
        self.isGiven = isGiven
        self.minCount = minCount
        let isDated = used.contains(.column(.timestamp)) || used.isSuperset(of: [.date, .timeOfDay])
        guard isDated, used.isSuperset(of: [.column(.latitude), .column(.longitude)]) else { return nil }
    }
}

/// A list of columns that cannot be used.
public enum CSVColumnsError: Error, Hashable, CustomStringConvertible {
    /// The name of a column is unknown.
    case unknown(String)
    /// There is no time, latitude or longitude.
    case incomplete

    /// One line: what is wrong and the fix.
    public var description: String {
        switch self {
        case .unknown(let name):
            "unknown column \(name.debugDescription); fix: one of timestamp, date, time, latitude, longitude, altitude, "
                + "speed, speed_kmh, course, accuracy, device, or - to ignore it"
        case .incomplete: "the columns need timestamp (or date and time), latitude and longitude"
        }
    }
}
