/// Makes places of the lines of a table, whose first line tells how it is written where nobody else does.
struct TableReader {
    private(set) var format: GazetteerFormat
    private(set) var summary = ImportSummary()
    private let request: GazetteerImportRequest
    private var cutter: LineSplitter
    private var decoder: RowDecoder?
    private var record = TableRecord()

    /// Begins with the first bytes of the file, as far as they are at hand.
    init(_ wish: GazetteerImportRequest, beginning: [UInt8]) throws(GazetteerImportError) {
        guard !beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { throw .archive }
        self.request = wish
        format = wish.format ?? Self.detectFormat(of: beginning)
        cutter = LineSplitter(format == .csv ? .csv : .tabs)
        switch format {
        case .geonames: decoder = .geonames(wish.regions)
        case .cities: decoder = .cities
        case .csv where wish.columns.isPositional:
            do throws(ColumnMapping.MappingError) { decoder = try wish.columns.decoder(titles: []) } catch {
                throw .columns(error)
            }
        case .csv: decoder = nil
        }
    }

    /// Takes a piece of the file, and gives away the places in it.
    mutating func feed(_ bytes: [UInt8], _ take: (GazetteerRow) throws -> Void) throws {
        var cutter = cutter
        try cutter.feed(bytes.span) { try read(line: $0, number: $1, error: $2, take) }
        self.cutter = cutter
    }

    /// Takes the end of the file.
    mutating func finish(_ take: (GazetteerRow) throws -> Void) throws {
        var cutter = cutter
        try cutter.finish { try read(line: $0, number: $1, error: $2, take) }
        self.cutter = cutter
    }

    private mutating func read(
        line: Span<UInt8>, number: Int, error fault: RowError?, _ take: (GazetteerRow) throws -> Void
    ) throws {
        if let fault { return summary.skip(fault, line: number) }
        guard !line.isEmpty else { return }
        record.parse(line, line: number, dialect: cutter.dialect)
        guard let decoder else { return try readTitles() }
        let row: GazetteerRow
        do throws(RowError) { row = try decoder.decode(record) } catch { return summary.skip(error, line: number) }
        summary.rows += 1
        try take(row)
    }

    private mutating func readTitles() throws(GazetteerImportError) {
        let titles = (0..<record.count).map { record.text($0)?.lowercased() ?? "" }
        do throws(ColumnMapping.MappingError) { decoder = try request.columns.decoder(titles: titles) } catch {
            throw .columns(error)
        }
    }

    private static func detectFormat(of beginning: [UInt8]) -> GazetteerFormat {
        beginning.prefix { $0 != 0x0A }.count { $0 == 0x09 } >= 14 ? .geonames : .csv
    }
}

/// Why a file is no table of places.
public enum GazetteerImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is a ZIP archive.
    case archive
    /// Its columns cannot be told.
    case columns(ColumnMapping.MappingError)
    /// There is no place in it; the first line that is none, where there is one.
    case empty(first: String?)

    /// One line: what is wrong, and what would work.
    public var description: String {
        switch self {
        case .archive: "a ZIP archive: unzip it first, as in unzip -p FILE | whereismy gazetteer import --name NAME -"
        case .columns(let fault): fault.description
        case .empty(let first): "no place in it" + (first.map { ", \($0)" } ?? "")
        }
    }
}
