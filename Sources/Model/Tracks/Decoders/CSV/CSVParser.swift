import Basics
import Location

/// Parses WhereIsMy's CSV, see ``CSVEncoder``, and that of other programs.
///
/// The first line names the columns, in any order, with commas, semicolons or tabs between them, unless the user names
/// them. Columns with unknown names are ignored; common names of other programs are known.
struct CSVParser: LineParser {
    static let allowsQuotedNewlines = true

    private let device: String
    /// The meaning of the columns; nil until the header line has been read.
    private var columns: CSVColumns?
    /// Nil until the first line has been read.
    private var separator: UInt8?

    init(device: String, columns: CSVColumns? = nil) {
        self.device = device
        self.columns = columns
    }

    mutating func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        guard track.error == nil, !line.trimmedRange.isEmpty else { return }
        let isFirst = separator == nil
        let separator = separator ?? CSVRow.separator(of: line, columns: columns?.fields.count)
        self.separator = separator
        let row = CSVRow(line, separator: separator)
        guard let columns else {
            columns = CSVColumns(headers: row.texts(of: line))
            if columns == nil { track.fail(TrackError(line: number, Self.headerError)) }
            return
        }
        // The line above given columns may have their names.
        if isFirst, CSVColumns(headers: row.texts(of: line)) != nil || !Self.hasDigits(line) { return }
        guard row.count >= columns.minCount, columns.isGiven || row.count <= columns.fields.count else {
            return track.skip(.unreadable, line: number)
        }
        read(row, of: line, columns, separator: separator, number: number, into: &track)
    }

    private static let headerError =
        "the first line must name the columns, including timestamp, latitude and longitude; fix: --columns"

    private func read(
        _ row: CSVRow, of line: Span<UInt8>, _ columns: CSVColumns, separator: UInt8, number: Int,
        into track: inout ParsedTrack
    ) {
        var record = CSVRecord(device: device, hasDecimalCommas: separator != UInt8(ascii: ","))
        for (index, field) in columns.fields.enumerated() {
            guard let field else { continue }
            let isReadable = row.withField(index, of: line) { record.set(field, to: $0) }
            guard isReadable else { return track.skip(CSVRecord.skipReason(for: field.kind), line: number) }
        }
        record.finish(columns.program, line: number, into: &track)
    }

    private static func hasDigits(_ line: Span<UInt8>) -> Bool {
        line.indices.contains { (48...57).contains(line[$0]) }
    }
}

/// The byte ranges of the fields in a line of CSV (RFC 4180).
struct CSVRow {
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

    /// Returns the separator of a line, whose names have no commas: a comma if there is one, else a semicolon or a tab.
    ///
    /// - Parameters:
    ///   - line: the first line.
    ///   - columns: the number of columns that it must have, so that decimal commas are none; nil if unknown.
    /// - Returns: the byte.
    static func separator(of line: Span<UInt8>, columns: Int?) -> UInt8 {
        let (comma, semicolon, tab) = (UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(0x09))
        if let columns {
            return [semicolon, tab].first { CSVRow(line, separator: $0).count >= columns } ?? comma
        }
        return [comma, semicolon, tab].first { line.firstIndex(of: $0, from: 0) != nil } ?? comma
    }

    /// Returns the texts of all fields.
    func texts(of line: Span<UInt8>) -> [String] {
        (0..<count).map { index in withField(index, of: line) { $0.string } }
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
