/// Decodes a table into places, and detects its format from the first line if none is given.
struct TableReader {
    private(set) var format: GazetteerFormat
    private(set) var summary = ImportSummary()
    private let request: GazetteerImportRequest
    private var splitter: LineSplitter
    private var decoder: RowDecoder?
    private var record = TableRecord()

    /// Creates a reader; `beginning` holds the first bytes of the file.
    init(_ request: GazetteerImportRequest, beginning: [UInt8]) throws(GazetteerImportError) {
        guard !beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { throw .archive }
        self.request = request
        let tabs = beginning.prefix { $0 != 0x0A }.count { $0 == 0x09 }
        format = request.format ?? (tabs >= 14 ? .geonames : .csv)
        splitter = LineSplitter(format == .csv ? .csv : .tabs)
        switch format {
        case .geonames: decoder = .geonames(request.regions)
        case .cities: decoder = .cities
        case .csv where request.columns.isPositional:
            do throws(ColumnMapping.MappingError) { decoder = try request.columns.decoder(titles: []) } catch {
                throw .columns(error)
            }
        case .csv: decoder = nil
        }
    }

    /// Consumes a chunk of the file and emits its places.
    mutating func feed(_ bytes: [UInt8], _ emit: (GazetteerRow) throws -> Void) throws {
        var splitter = splitter
        try splitter.feed(bytes.span) { try read(line: $0, number: $1, error: $2, emit) }
        self.splitter = splitter
    }

    mutating func finish(_ emit: (GazetteerRow) throws -> Void) throws {
        var splitter = splitter
        try splitter.finish { try read(line: $0, number: $1, error: $2, emit) }
        self.splitter = splitter
    }

    private mutating func read(
        line: Span<UInt8>, number: Int, error: RowError?, _ emit: (GazetteerRow) throws -> Void
    ) throws {
        if let error { return summary.skip(error, line: number) }
        guard !line.isEmpty else { return }
        record.parse(line, line: number, dialect: splitter.dialect)
        guard let decoder else { return try readTitles() }
        let row: GazetteerRow
        do throws(RowError) { row = try decoder.decode(record) } catch { return summary.skip(error, line: number) }
        summary.rows += 1
        try emit(row)
    }

    private mutating func readTitles() throws(GazetteerImportError) {
        let titles = (0..<record.count).map { record.text($0)?.lowercased() ?? "" }
        do throws(ColumnMapping.MappingError) { decoder = try request.columns.decoder(titles: titles) } catch {
            throw .columns(error)
        }
    }
}

/// An error that makes a file unusable as a table of places.
public enum GazetteerImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is a ZIP archive.
    case archive
    /// The columns cannot be determined.
    case columns(ColumnMapping.MappingError)
    /// The file has no place; `first` describes the first line that failed, if any.
    case empty(first: String?)

    /// One line: the cause and the fix.
    public var description: String {
        switch self {
        case .archive: "a ZIP archive; fix: unzip -p FILE | whereismy gazetteer import --name NAME -"
        case .columns(let error): error.description
        case .empty(let first): "no places" + (first.map { "; \($0)" } ?? "")
        }
    }
}
