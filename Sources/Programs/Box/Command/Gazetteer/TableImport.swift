import Basics
import CommandLine
import Configuration
import Gazetteer
import Linux

/// `whereismy gazetteer import`: import a file, standard input, or the cities of libgeonames.
struct TableImport {
    /// The size of a read in bytes.
    private static let chunkSize = 1 << 18
    /// The GeoNames file with names of regions, looked for next to a dump.
    private static let regions = "admin1CodesASCII.txt"

    private let path: String
    private let file: String?
    private let cities: CityTable
    private let onlyIfChanged: Bool
    private let request: GazetteerImportRequest
    private let context: Context

    /// Parses the options for a file: `-` is standard input, nil the cities of libgeonames.
    init(_ options: ParsedOptions, file: String?, in context: Context) throws {
        onlyIfChanged = options.contains(TableImportOptions.ifChanged)
        guard file == nil || !onlyIfChanged else {
            throw UsageError("--if-changed takes no file: it imports the cities of libgeonames")
        }
        cities = CityTable(directory: context.programDirectory)
        path = try context.gazetteerFile(options)
        let kind: GazetteerFormat? = try options.choice(of: TableImportOptions.kind)
        let name = try Self.name(options, file: file)
        var columns = ColumnMapping()
        if let text = options.value(of: TableImportOptions.columns) {
            do throws(ColumnMapping.MappingError) { columns = try ColumnMapping(text) } catch {
                throw UsageError("--columns: \(error)")
            }
        }
        request = GazetteerImportRequest(
            name: name, file: file ?? cities.version ?? "libgeonames", format: file == nil ? .cities : kind,
            columns: columns, regions: Self.regionNames(beside: file, context), at: context.now())
        self.file = file
        self.context = context
    }

    func run(_ report: ChangeReport) throws -> CommandResult {
        if onlyIfChanged, let source = try upToDateSource() {
            return Self.result(
                "\(source.name): \(source.rows) places, unchanged", rows: source.rows, skipped: source.skipped, report)
        }
        do {
            return try importTable(report)
        } catch let error as CityTable.LoadError where onlyIfChanged && error.isLibraryMissing {
            // The unit that imports the cities does not fail on systems that have none.
            return CommandResult(
                text: report.isJSON ? Self.json(0, 0) : "", diagnostics: error.description)
        }
    }

    private func importTable(_ report: ChangeReport) throws -> CommandResult {
        let input = try input()
        try createDirectory()
        let store = try GazetteerStore(path: path, access: .readWrite)
        var progress = ImportProgress(of: input.regularSize, columns: context.columns())
        defer { progress.end() }
        let summary: ImportSummary
        do {
            summary = try store.importSource(request) {
                let chunk = try input.read(upTo: Self.chunkSize)
                progress.show(more: chunk.count)
                return chunk
            }
        } catch let error as GazetteerImportError {
            return CommandResult(diagnostics: "\(request.file): \(error)", code: .failure)
        }
        let lines = summary.issues.map(\.description)
        let rest = summary.skipped > 0 ? ["\(summary.skipped) rows are not places and were skipped"] : []
        var result = Self.result(
            "\(request.name): \(summary.rows) places", rows: summary.rows, skipped: summary.skipped, report)
        result.diagnostics = (lines + rest).joined(separator: "\n")
        return result
    }

    private static func result(
        _ text: String, rows: Int64, skipped: Int64, _ report: ChangeReport
    ) -> CommandResult {
        report.isJSON ? CommandResult(text: json(rows, skipped)) : report.text(text)
    }

    /// Creates the directory of the gazetteer, as the daemon does; without permission, the store reports the error.
    private func createDirectory() throws {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        try? Directory.create(String(path[..<slash]), mode: 0o750)
    }

    private static func json(_ rows: Int64, _ skipped: Int64) -> String {
        "{\"rows\":\(rows),\"skipped\":\(skipped)}\n"
    }

    /// Returns the source of that name if no import is needed: it has the same cities, or is the user's own table.
    private func upToDateSource() throws -> GazetteerSource? {
        let sources: [GazetteerSource]
        do {
            sources = try GazetteerStore(path: path, access: .readOnly).sources()
        } catch let error as GazetteerError where error.isNotFound {
            return nil
        } catch let error as GazetteerError where error.isOlder {
            // Opening it for writing migrates it and preserves its content.
            sources = try GazetteerStore(path: path, access: .readWrite).sources()
        }
        return sources.first { $0.name == request.name && ($0.format != .cities || $0.file == request.file) }
    }

    private func input() throws -> FileDescriptor {
        guard let file else { return try cities.open() }
        return try file == "-" ? .standardInput() : .open(file)
    }

    /// The name of the source: that of the option, else of the file.
    ///
    /// - Throws: `UsageError` without one, or if it is too long or not printable.
    private static func name(_ options: ParsedOptions, file: String?) throws(UsageError) -> String {
        let given = options.value(of: TableImportOptions.name)
        guard let name = given ?? self.name(of: file) else {
            throw UsageError(
                "the places of standard input need a name for their source; fix: --name NAME, such as towns")
        }
        guard !name.isEmpty, name.utf8.count <= 64, name == PrintableText.sanitized(name) else {
            let subject = given == nil ? "the name of the file" : "--name"
            throw UsageError(
                "\(subject): \(String(name.prefix(80)).debugDescription) is not a name of 1 to 64 bytes of text; fix: "
                    + "--name NAME, such as towns")
        }
        return name
    }

    /// The name of the file without directory and extension.
    private static func name(of file: String?) -> String? {
        guard let file else { return "cities" }
        let last = file.split(separator: "/").last ?? ""
        return last == "-" ? nil : last.split(separator: ".").first.map { String($0) }
    }

    private static func regionNames(beside file: String?, _ context: Context) -> RegionNames {
        guard let file, file != "-" else { return RegionNames() }
        let directory = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let bytes = try? context.files.contents(directory + regions)
        return bytes.map { RegionNames($0) } ?? RegionNames()
    }
}

enum TableImportOptions {
    static let name = Option("name", value: "NAME", help: "import: name of the source (the file's name)")
    static let kind = Option(
        "kind", value: "KIND", .each(of: GazetteerFormat.self),
        help: "import: geonames, csv or cities (detected from the first line)")
    static let columns = Option(
        "columns", value: "LIST", help: "import: columns of a CSV: name=suburb,latitude=4,...")

    static let ifChanged = Option(
        "if-changed", help: "import: only if the cities of libgeonames changed")

    static let all = [name, kind, columns, ifChanged]
}

/// A progress bar for what takes long, redrawn in place.
struct ImportProgress {
    /// The maximum width of the bar in characters.
    private static let maxWidth = 50

    private let size: Int?
    private let width: Int?
    private var done = 0
    private var shown = -1

    /// Creates a progress bar for bytes or points, and for the columns of the terminal, each nil if not known.
    init(of size: Int?, columns: Int?) {
        self.size = size
        width = columns.map { max(10, min($0 - 10, Self.maxWidth)) }
    }

    /// Advances the bar and redraws it if it changed, on standard error because standard output has the result.
    mutating func show(more count: Int) {
        done += count
        guard let width, let size, size > 0, StandardStream.error.isTerminal else { return }
        let percent = min(100, done * 100 / size)
        guard percent != shown else { return }
        shown = percent
        let filled = width * percent / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        try? StandardStream.error.write(Array("\r\(bar) \(percent) %".utf8))
    }

    /// Clears the line.
    func end() {
        guard shown >= 0 else { return }
        try? StandardStream.error.write(Array("\r\u{1B}[K".utf8))
    }
}
