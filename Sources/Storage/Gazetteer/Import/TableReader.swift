/// Makes places of the lines of a table, whose first line tells how it is written where nobody else does.
struct TableReader {
    private(set) var kind: GazetteerKind
    private(set) var summary = ImportSummary()
    private let wish: ImportWish
    private var cutter: LineCutter
    private var decoder: RowDecoder?
    private var record = TableRecord()

    /// Begins with the first bytes of the file, as far as they are at hand.
    init(_ wish: ImportWish, beginning: [UInt8]) throws(ImportError) {
        guard !beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { throw .archive }
        self.wish = wish
        kind = wish.kind ?? Self.kind(of: beginning)
        cutter = LineCutter(kind == .csv ? .csv : .tabs)
        switch kind {
        case .geonames: decoder = .geonames(wish.regions)
        case .cities: decoder = .cities
        case .csv where wish.columns.isByNumber:
            do throws(ColumnChoice.Fault) { decoder = try wish.columns.decoder([]) } catch { throw .columns(error) }
        case .csv: decoder = nil
        }
    }

    /// Takes a piece of the file, and gives away the places in it.
    mutating func feed(_ bytes: [UInt8], _ take: (GazetteerRow) throws -> Void) throws {
        var cutter = cutter
        try cutter.feed(bytes.span) { try read($0, $1, $2, take) }
        self.cutter = cutter
    }

    /// Takes the end of the file.
    mutating func finish(_ take: (GazetteerRow) throws -> Void) throws {
        var cutter = cutter
        try cutter.finish { try read($0, $1, $2, take) }
        self.cutter = cutter
    }

    private mutating func read(
        _ line: Span<UInt8>, _ number: Int, _ fault: RowFault?, _ take: (GazetteerRow) throws -> Void
    ) throws {
        if let fault { return summary.skip(fault, line: number) }
        guard !line.isEmpty else { return }
        record.take(line, line: number, cutter.format)
        guard let decoder else { return try readTitles() }
        let row: GazetteerRow
        do throws(RowFault) { row = try decoder.row(record) } catch { return summary.skip(error, line: number) }
        summary.rows += 1
        try take(row)
    }

    private mutating func readTitles() throws(ImportError) {
        let titles = (0..<record.count).map { record.text($0)?.lowercased() ?? "" }
        do throws(ColumnChoice.Fault) { decoder = try wish.columns.decoder(titles) } catch { throw .columns(error) }
    }

    private static func kind(of beginning: [UInt8]) -> GazetteerKind {
        beginning.prefix { $0 != 0x0A }.count { $0 == 0x09 } >= 14 ? .geonames : .csv
    }
}
