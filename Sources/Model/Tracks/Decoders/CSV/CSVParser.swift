import Basics

/// Parses WhereIsMy's CSV, see ``CSVEncoder``, and that of other programs.
///
/// A line names the columns, in any order, with commas, semicolons, tabs or bars between them, unless the user names
/// them. Lines above it, which some programs write about the file, are skipped. Columns with unknown names are ignored;
/// common names of other programs are known.
struct CSVParser: LineParser {
    static let allowsQuotedNewlines = true
    /// Lines that may be above the names of the columns.
    private static let maxLinesAbove = 1000
    /// Rows that wait for the order of their dates, and their bytes.
    private static let (maxHeld, maxHeldBytes) = (50_000, 4 << 20)

    private let device: String
    /// The meaning of the columns; nil until the header line has been read.
    private var columns: CSVColumns?
    /// Nil until the first line with columns has been read.
    private var separator: UInt8?
    private var linesAbove = 0
    private var calendar: CSVCalendar
    /// The rows of which it is not known whether the day or the month is first.
    private var held: [(text: [UInt8], separator: UInt8, columns: CSVColumns, number: Int)] = []
    private var heldBytes = 0

    init(device: String, columns: CSVColumns?, zones: @escaping TimeZones) {
        (self.device, self.columns, calendar) = (device, columns, CSVCalendar(zones: zones))
    }

    mutating func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        guard track.error == nil, !line.trimmedRange.isEmpty else { return }
        guard let separator else { return parseHead(line, number: number, into: &track) }
        guard let columns else { return }
        // Files that were put together have names in between.
        if !columns.isGiven, !Self.hasDigits(line), let header = CSVRow.header(line) {
            (self.columns, self.separator) = (header.columns, header.separator)
            return track.skip(.notTrack, line: number)
        }
        let row = CSVRow(line, separator: separator)
        guard row.count >= columns.minCount, columns.isGiven || !row.hasText(from: columns.fields.count, in: line)
        else {
            return track.skip(Self.isComment(line) ? .notTrack : .unreadable, line: number)
        }
        read(row, of: line, columns, number: number, into: &track)
    }

    mutating func finish(into track: inout ParsedTrack) {
        if columns == nil, track.error == nil { track.fail(TrackError(line: 1, Self.headerError)) }
        release(into: &track)
    }

    private static let headerError =
        "a line must name the columns, including timestamp, latitude and longitude; fix: --columns"

    /// Reads a line up to the one that names the columns.
    private mutating func parseHead(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        guard let columns else {
            guard let header = CSVRow.header(line) else { return skipAbove(line, number: number, into: &track) }
            (columns, separator) = (header.columns, header.separator)
            return
        }
        guard let found = CSVRow.separator(of: line, columns: columns.fields.count) else {
            return skipAbove(line, number: number, into: &track)
        }
        separator = found
        // The line above given columns may have their names.
        guard CSVRow.header(line) == nil, Self.hasDigits(line) else { return }
        parse(line, number: number, into: &track)
    }

    private mutating func skipAbove(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        linesAbove += 1
        if columns == nil, linesAbove > Self.maxLinesAbove {
            track.fail(TrackError(line: number, Self.headerError))
        } else {
            track.skip(.notTrack, line: number)
        }
    }

    private mutating func read(
        _ row: CSVRow, of line: Span<UInt8>, _ columns: CSVColumns, number: Int, into track: inout ParsedTrack
    ) {
        var record = CSVRecord(device: device)
        calendar.undecided = nil
        for (index, field) in columns.fields.enumerated() {
            guard let field else { continue }
            let isReadable = row.withField(index, of: line) { record.set(field, to: $0, calendar: &calendar) }
            guard isReadable || calendar.undecided != nil else {
                // Units below the names, and comments.
                let isOther = Self.isComment(line) || !Self.hasDigits(line)
                return track.skip(isOther ? .notTrack : CSVRecord.skipReason(for: field.kind), line: number)
            }
        }
        record.readTime(&calendar)
        guard calendar.undecided == nil else { return hold(line, columns, number: number, into: &track) }
        if !held.isEmpty, calendar.isDayFirst != nil {
            release(into: &track)
            // What the calendar says of the last time is about another row now.
            return read(row, of: line, columns, number: number, into: &track)
        }
        record.finish(columns, &calendar, line: number, into: &track)
    }

    /// Keeps a row until another one shows whether the day or the month is first.
    private mutating func hold(_ line: Span<UInt8>, _ columns: CSVColumns, number: Int, into track: inout ParsedTrack) {
        track.undecidedDate = track.undecidedDate ?? calendar.undecided
        guard let separator, held.count < Self.maxHeld, heldBytes + line.count <= Self.maxHeldBytes else {
            return track.skip(.unknownOrder, line: number)
        }
        held.append((line.indices.map { line[$0] }, separator, columns, number))
        heldBytes += line.count
    }

    /// Reads the rows that were kept, or skips them if the order is still not known.
    private mutating func release(into track: inout ParsedTrack) {
        let rows = held
        (held, heldBytes) = ([], 0)
        guard calendar.isDayFirst != nil else { return rows.forEach { track.skip(.unknownOrder, line: $0.number) } }
        for (text, separator, columns, number) in rows {
            read(CSVRow(text.span, separator: separator), of: text.span, columns, number: number, into: &track)
        }
    }

    private static func isComment(_ line: Span<UInt8>) -> Bool {
        line[line.trimmedRange.lowerBound] == UInt8(ascii: "#")
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

    /// The bytes that may be between the columns.
    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]

    /// The names of the columns in a line, and what separates them; nil if it names none.
    static func header(_ line: Span<UInt8>) -> (columns: CSVColumns, separator: UInt8)? {
        for separator in separators where line.firstIndex(of: separator, from: 0) != nil {
            let names = CSVRow(line, separator: separator).texts(of: line)
            if let columns = CSVColumns(headers: names) { return (columns, separator) }
        }
        return nil
    }

    /// Returns the separator of a line that has at least a number of columns; nil if it has not.
    static func separator(of line: Span<UInt8>, columns: Int) -> UInt8? {
        // Commas may be decimal ones.
        (separators.dropFirst() + [separators[0]]).first { CSVRow(line, separator: $0).count >= columns }
    }

    /// Returns true if a field from an index on is not empty.
    func hasText(from index: Int, in line: Span<UInt8>) -> Bool {
        fields.dropFirst(index).contains { !line.extracting($0).trimmedRange.isEmpty }
    }

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
