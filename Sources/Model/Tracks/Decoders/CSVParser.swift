import Basics
import Location

/// Parses WhereIsMy's CSV, see ``CSVEncoder``.
///
/// The first line names the columns, in any order, and has commas or semicolons between them. Columns with unknown
/// names are ignored; common names of other programs are known.
struct CSVParser: LineParser {
    static let allowsQuotedNewlines = true

    private let device: String
    /// The meaning of each column; nil until the header line has been read, nil elements for ignored columns.
    private var columns: [CSVColumn?]?
    private var separator = UInt8(ascii: ",")

    init(device: String) {
        self.device = device
    }

    mutating func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        guard track.error == nil, !line.trimmedRange.isEmpty else { return }
        if columns == nil { separator = CSVFields.separator(ofHeader: line) }
        let fields = CSVFields(line, separator: separator)
        guard let columns else { return parseHeader(names: fields, of: line, number: number, into: &track) }
        guard fields.count == columns.count else { return track.skip(.unreadable, line: number) }
        var record = CSVRecord(device: device)
        for (index, column) in columns.enumerated() {
            guard let column else { continue }
            let isReadable = fields.withField(index, of: line) { record.set(column, to: $0) }
            guard isReadable else { return track.skip(CSVRecord.skipReason(for: column), line: number) }
        }
        record.finish(line: number, into: &track)
    }

    private mutating func parseHeader(
        names: CSVFields, of line: Span<UInt8>, number: Int, into track: inout ParsedTrack
    ) {
        let headers = (0..<names.count).map { index in names.withField(index, of: line) { $0.string } }
        let exact = Set(headers.compactMap { CSVColumn(exactHeader: $0) })
        // A column with a name of its own takes precedence over one with that of another program, the first over others.
        var used: Set<CSVColumn> = []
        let found = headers.map { header in
            let column =
                CSVColumn(exactHeader: header) ?? CSVColumn(header: header).flatMap { exact.contains($0) ? nil : $0 }
            return column.flatMap { used.insert($0).inserted ? $0 : nil }
        }
        let needed: [CSVColumn] = [.timestamp, .latitude, .longitude]
        guard needed.allSatisfy(found.contains) else {
            let message = "the first line must name the columns, including timestamp, latitude and longitude"
            return track.fail(TrackError(line: number, message))
        }
        columns = found
    }
}

/// The byte ranges of the fields in a line of CSV (RFC 4180).
struct CSVFields {
    private var fields: [Range<Int>] = []

    init(_ line: Span<UInt8>, separator: UInt8 = UInt8(ascii: ",")) {
        fields.reserveCapacity(CSVColumn.allCases.count)
        let end = line.count > 0 && line[line.count - 1] == 0x0D ? line.count - 1 : line.count
        var start = 0
        var isQuoted = false
        for index in 0..<end {
            if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard line[index] == separator, !isQuoted else { continue }
            fields.append(start..<index)
            start = index + 1
        }
        fields.append(start..<end)
    }

    var count: Int { fields.count }

    /// Returns the separator of a header: a semicolon if there is one and no comma.
    static func separator(ofHeader line: Span<UInt8>) -> UInt8 {
        let (comma, semicolon) = (UInt8(ascii: ","), UInt8(ascii: ";"))
        let hasCommas = line.firstIndex(of: comma, from: 0) != nil
        return !hasCommas && line.firstIndex(of: semicolon, from: 0) != nil ? semicolon : comma
    }

    /// Passes a field without its quotation marks to a closure; an empty span if the field does not exist.
    func withField<Result>(_ index: Int, of line: Span<UInt8>, _ read: (Span<UInt8>) -> Result) -> Result {
        guard fields.indices.contains(index) else { return read([UInt8]().span) }
        let field = line.extracting(fields[index])
        guard field.firstIndex(of: UInt8(ascii: "\""), from: 0) != nil else { return read(field) }
        let text = Self.unquoted(field)
        return read(text.span)
    }

    /// Returns a field's text with its quotation marks removed; two quotation marks in a row stand for one.
    private static func unquoted(_ field: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var isQuoted = false
        var isAfterEnd = false
        for index in field.indices {
            guard field[index] == UInt8(ascii: "\"") else {
                text.append(field[index])
                isAfterEnd = false
                continue
            }
            if isAfterEnd { text.append(field[index]) }
            isAfterEnd = isQuoted
            isQuoted.toggle()
        }
        return text
    }
}
