/// The columns of a CSV file, from its header or as the user names them.
public struct CSVColumns: Hashable, Sendable {
    /// The meaning of each column, nil for ignored ones.
    let fields: [CSVField?]
    /// True if the user named them, so that the first line may have names or values.
    let isGiven: Bool
    /// The fields that a line needs: the last ones have no name where a separator ends the header.
    let minCount: Int
    /// True if the name of a column of times has the zone: such ones are in UTC.
    private(set) var isUTC = false
    /// The program whose unit of speed was assumed; nil if none was.
    private(set) var program: CSVProgram?

    /// Finds the columns with names in a header; nil without a position and a time.
    init?(headers: [String]) {
        // A column with its own name takes precedence over one with that of another program, the first over others.
        let exact = Set(headers.compactMap { CSVField(exactHeader: $0) })
        let found = headers.map { header in
            CSVField(exactHeader: header) ?? CSVField(header: header).flatMap { exact.contains($0) ? nil : $0 }
        }
        let unnamed = headers.reversed().prefix { $0.allSatisfy(\.isWhitespace) }.count
        let program = CSVProgram(headers: headers)
        let fields = found.map { $0 == CSVField(.speed) ? program?.speed ?? $0 : $0 }
        self.init(fields, isGiven: false, minCount: headers.count - unnamed)
        isUTC = zip(headers, self.fields).contains { $1?.isTime == true && CSVField.namesUTC($0) }
        // A column that names its unit is no assumption.
        if let program, self.fields.contains(program.speed), !found.contains(program.speed) { self.program = program }
    }

    /// Parses a list such as `timestamp,-,latitude,longitude`: a name for each column, a hyphen for one to ignore.
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
        let hasTime = found.contains { $0?.kind == .timeOfDay || $0?.isTimeOnly == true }
        let hasBoth = found.contains { $0?.kind == .column(.timestamp) && $0?.isTimeOnly == false }
        var used: Set<CSVField.Kind> = []
        fields = found.map { field in
            var meaning = hasDate ? hasTime ? field?.asTimeOfDay : hasBoth ? field : field?.asTimestamp : field
            // A column of moments has precedence over one that may have a time of day.
            if hasBoth, !hasDate, meaning?.isTimeOnly == true { meaning = nil }
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
