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
        "fixtime": CSVField(.timestamp),
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
    static let kilometrePerHour = 1 / 3.6
    private static let milePerHour = 0.44704
    static let knot = 1852.0 / 3600

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
        let name = Self.name(header)
        guard let field = Self.columns[name].map({ CSVField($0) }) ?? Self.synonyms[name] else { return nil }
        self = field
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

    /// The meaning of a timestamp's column beside one of dates.
    var asTimeOfDay: CSVField { kind == .column(.timestamp) ? CSVField(kind: .timeOfDay) : self }

    /// The meaning of a date's column where none has the time of day: such a date has a time itself.
    var asTimestamp: CSVField { kind == .date ? CSVField(.timestamp) : self }
}
