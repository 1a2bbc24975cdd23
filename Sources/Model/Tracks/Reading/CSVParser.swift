import Basics
import Location

/// The lines of our own CSV, see ``CSVEncoder``: the first one names the columns, in any order; columns of other names
/// are passed over.
struct CSVParser: LineParser {
    static let allowsQuotedNewlines = true

    private let device: String
    /// What each column means; nil until the line with their names has been read.
    private var columns: [CSVColumn?]?

    init(device: String) {
        self.device = device
    }

    mutating func parse(_ line: Span<UInt8>, number: Int, into harvest: inout ParsedTrack) {
        guard harvest.error == nil, !line.trimmedRange.isEmpty else { return }
        let fields = CSVFields(line)
        guard let columns else { return parseHeader(names: fields, of: line, number: number, into: &harvest) }
        guard fields.count == columns.count else { return harvest.skip(.unreadable, line: number) }
        var record = CSVRecord(device: device)
        for (index, column) in columns.enumerated() {
            guard let column else { continue }
            let isReadable = fields.withField(index, of: line) { record.set(column, to: $0) }
            guard isReadable else { return harvest.skip(CSVRecord.skipReason(for: column), line: number) }
        }
        record.finish(line: number, into: &harvest)
    }

    private mutating func parseHeader(
        names: CSVFields, of line: Span<UInt8>, number: Int, into harvest: inout ParsedTrack
    ) {
        let found = (0..<names.count).map { index in
            CSVColumn(rawValue: names.withField(index, of: line) { $0.string }.filter { $0 != "\u{FEFF}" && $0 != " " })
        }
        let needed: [CSVColumn] = [.timestamp, .latitude, .longitude]
        guard needed.allSatisfy(found.contains) else {
            let words = "the first line must name the columns, timestamp, latitude and longitude among them"
            return harvest.fail(TrackError(line: number, words))
        }
        columns = found
    }
}
