import Configuration
import Gazetteer
import Linux
import Location

/// `whereismy gazetteer import`: a file, standard input, or the cities that libgeonames has.
struct TableImport {
    /// Bytes that are read at once.
    private static let piece = 1 << 18
    /// What GeoNames calls the file of its regions' names, which is looked for beside a dump.
    private static let regions = "admin1CodesASCII.txt"

    private let path: String
    private let file: String?
    private let wish: ImportWish
    private let context: Context

    /// Reads what is wanted.
    ///
    /// - Parameters:
    ///   - options: the command line.
    ///   - file: `-` is standard input, nil the cities of libgeonames.
    ///   - context: the world around.
    /// - Throws: `UsageError`, or what is wrong with the configuration.
    init(_ options: ParsedOptions, file: String?, in context: Context) throws {
        path = try context.gazetteerFile(options)
        let kind: GazetteerKind? = try options.choice(of: TableOptions.kind)
        let name = options.value(of: TableOptions.name) ?? Self.name(of: file)
        guard let name, !name.isEmpty, name.utf8.count <= 64, name == PrintableText.text(name) else {
            throw UsageError("import needs a name of at most 64 bytes: --name NAME")
        }
        var columns = ColumnChoice()
        if let text = options.value(of: TableOptions.columns) {
            do throws(ColumnChoice.Fault) { columns = try ColumnChoice(text) } catch {
                throw UsageError("--columns: \(error)")
            }
        }
        wish = ImportWish(
            name: name, file: file ?? "libgeonames", kind: file == nil ? .cities : kind, columns: columns,
            regions: Self.regionNames(beside: file, context), at: context.now())
        self.file = file
        self.context = context
    }

    func run(_ format: AnswerFormat) throws -> Outcome {
        let input = try input()
        let store = try GazetteerStore(path: path, access: .readWrite)
        var progress = ImportProgress(of: input.regularSize, columns: context.columns())
        defer { progress.end() }
        let summary: ImportSummary
        do {
            summary = try store.importSource(wish) {
                let piece = try input.read(upTo: Self.piece)
                progress.show(bytes: piece.count)
                return piece
            }
        } catch let error as ImportError {
            return Outcome(complaint: "\(wish.file): \(error)", code: .failure)
        }
        let lines = summary.problems.map(\.description)
        let rest = summary.skipped > 0 ? ["\(summary.skipped) rows are no places and were left out"] : []
        let text = format == .json ? "{\"rows\":\(summary.rows),\"skipped\":\(summary.skipped)}" : told(summary)
        return Outcome(text: text + "\n", complaint: (lines + rest).joined(separator: "\n"), code: .success)
    }

    private func told(_ summary: ImportSummary) -> String { "\(wish.name): \(summary.rows) places" }

    private func input() throws -> FileDescriptor {
        guard let file else { return try CityTable.open(from: context.programDirectory) }
        return try file == "-" ? .standardInput() : .open(file)
    }

    /// The file's name without its directory and what is behind its point.
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
