import Basics
import CommandLine
import Compression
import Configuration
import History
import Linux
import Location
import Tracks

/// Imports tracks into the history and prints a line for each.
struct Import {
    let settings: Settings
    /// The device of points whose file names none; nil for that of the source.
    let device: String?
    /// The columns of CSV files; nil to detect the format.
    var columns: CSVColumns?
    /// The day of the first sentence of NMEA files without any date; nil if unknown.
    var date: Timestamp?
    /// The number of weeks by which the receiver was behind; nil for none.
    var addedWeeks: Int?
    /// True to count the points and add none.
    var isDryRun = false
    let now: Timestamp
    /// Draws progress; nil without a terminal.
    let draw: ((String) -> Void)?
    let printLine: (_ line: String, _ isGood: Bool) -> Void
    /// The number under which the history records all sources together.
    private let number = ImportNumber()

    /// Imports each source; a broken one does not stop the others.
    ///
    /// - Returns: the exit code: success if all were read completely and at least one had a point.
    /// - Throws: ``HistoryAccessError`` or ``HistoryError`` if the history cannot be written.
    func run(_ sources: [ImportSource]) throws -> ExitCode {
        if !isDryRun { try prepareHistory() }
        var (isGood, points) = (true, 0)
        let separator = SourceSeparator(isStored: isStored)
        var earlier: [String: ParsedTrack] = [:]
        for source in sources {
            let result = try importSource(source, separator, after: &earlier)
            isGood = isGood && result.isComplete
            points += result.points
        }
        guard isGood else { return .failure }
        guard points == 0 else { return .success }
        printLine("nothing to import: no point with a position and a time was found", false)
        return .nothingKnown
    }

    private func prepareHistory() throws {
        try HistoryAccessError.explaining(settings.historyFile) {
            try Directory.create(settings.stateDirectory, mode: 0o750)
            // The daemon has to write it too, and SQLite creates its other files with the same owner.
            try FileOwner.createForDirectoryOwner(settings.historyFile, mode: 0o640)
            _ = try SQLiteHistory(path: settings.historyFile, access: .readWrite)
        }
    }

    /// Imports a source; `earlier` has the last track for each device of sources.
    ///
    /// - Returns: the number of its points, also of those that are not new, and whether it was read completely.
    private func importSource(
        _ source: ImportSource, _ separator: SourceSeparator, after earlier: inout [String: ParsedTrack]
    ) throws -> (points: Int, isComplete: Bool) {
        var isComplete = true
        let name = PrintableText.sanitized(source.name)
        // An unreadable history has no devices here; the loader reports it.
        let history = try? SQLiteHistory(path: settings.historyFile, access: .readOnly)
        let device = device ?? source.device(known: (try? history?.deviceNames()) ?? [])
        let entries = entries(of: source, device: device, after: earlier[device], separator) { entry in
            let title = entry.name.map { "\(name)/\(PrintableText.sanitized($0))" } ?? name
            isComplete = report(entry.counts, title) && isComplete
            if let text = entry.separation.text { printLine("\(title): \(text)", true) }
        }
        do {
            let input = try source.open()
            try read(input, of: source, into: entries)
        } catch let error where error is HistoryError || error is HistoryAccessError {
            throw error
        } catch {
            let reason = PrintableText.sanitized(DevicePath.withoutCredentials("\(error)"))
            printLine(error is SystemError ? reason : "\(name): \(reason)", false)
            isComplete = false
        }
        earlier[device] = entries.track
        let others = entries.otherFiles.sorted { $0.key ?? "" < $1.key ?? "" }
        for (format, count) in others where format != nil || entries.reported > 0 {
            let text = format.map { "files in it to unpack: \(count), \($0)" }
            printLine("\(name): \(text ?? "other files in it that are no tracks: \(count)")", format == nil)
        }
        if entries.reported == 0, isComplete {
            let count = others.reduce(0) { $0 + $1.value }
            printLine("\(name): none of the \(count) files in it is a track in a known format", false)
            isComplete = false
        }
        return (entries.pointCount, isComplete)
    }

    /// Prints the line of a track; returns true if it was read completely.
    private func report(_ counts: ImportCounts, _ title: String) -> Bool {
        if let draw { draw(ProgressBar.erasure) }
        if counts.loaded.added > 0, !isDryRun { CommitTick.raiseIfWatched(settings.historyTick) }
        printLine("\(title): \(counts.text)", !counts.isIncomplete)
        if counts.loaded.added > 0, let warning = counts.loaded.duplicates.warning(isDryRun: isDryRun) {
            printLine("\(title): \(warning)", false)
        }
        for doubt in counts.doubts(isDryRun: isDryRun, hasDate: date != nil) { printLine("\(title): \(doubt)", false) }
        return !counts.isIncomplete
    }

    private func entries(
        of source: ImportSource, device: String, after earlier: ParsedTrack?, _ separator: SourceSeparator,
        _ report: @escaping (TrackEntries.Entry) -> Void
    ) -> TrackEntries {
        TrackEntries(
            now: now, shift: addedWeeks.map { WeekShift(weeks: $0, now: now) }, after: earlier,
            makeReader: {
                TrackReader(
                    device: device, columns: columns, date: date,
                    zones: { TimeZoneDatabase.system.clock($0)?.timestamp },
                    gpsd: { GPSDDecoder(device: device) })
            },
            makeSink: { format in
                if isDryRun { return PointCounter(try? SQLiteHistory(path: settings.historyFile, access: .readOnly)) }
                let name = PrintableText.sanitized(source.name)
                return try HistoryLoader(settings.historyFile, now: now) { [number, now] history in
                    try number.record(name, format: format?.rawValue ?? "", in: history, at: now)
                }
            },
            separator: separator, report: report)
    }

    private func isStored(_ point: TrackPoint, _ device: String) -> Bool {
        guard let history = try? SQLiteHistory(path: settings.historyFile, access: .readOnly),
            let known = try? history.neighbours(of: point.timestamp, device: device).before
        else { return false }
        return known.timestamp == point.timestamp
            && known.coordinate.distance(to: point.coordinate) <= DuplicateSample.tolerance
    }

    /// Reads to the end of an input, or to its first error.
    ///
    /// - Throws: ``SystemError``, ``TrackInputError`` or ``UnpackError``; points read before it are imported.
    private func read(_ input: any TrackInput, of source: ImportSource, into entries: TrackEntries) throws {
        let unpacker = FileUnpacker()
        var bar = ProgressBar(name: source.name, size: input.size)
        var bytes = 0
        do {
            while !entries.isStopped, case let piece = try input.read(), !piece.isEmpty {
                try unpacker.feed(piece.span, into: entries)
                bytes += piece.count
                if let draw, let line = bar.line(read: bytes, points: entries.currentCount) { draw(line) }
            }
            if !entries.isStopped { try unpacker.finish(into: entries) }
        } catch {
            let isReported = entries.interrupt("\(error)")
            try HistoryAccessError.explaining(settings.historyFile) { try entries.check() }
            if !isReported { throw error }
        }
        entries.end(interruption: nil)
        try HistoryAccessError.explaining(settings.historyFile) { try entries.check() }
    }
}

extension Import {
    /// The import of the program: lines on standard output; those of broken files, and progress, on standard error.
    init(_ request: ImportRequest, settings: Settings) throws {
        self.init(
            settings: settings, device: request.device.map(DevicePath.withoutCredentials),
            columns: try request.columns.map { try CSVColumns(list: $0) },
            date: request.date, addedWeeks: request.addedWeeks, isDryRun: request.isDryRun,
            now: SystemClock.now().wallClock,
            draw: StandardStream.error.isTerminal ? { Self.write($0, to: .error) } : nil,
            printLine: { Self.write($0 + "\n", to: $1 ? .output : .error) })
    }

    /// Returns what a request imports.
    ///
    /// - Throws: ``SystemError`` or ``TrackInputError`` if a service does not say what it has.
    static func sources(of request: ImportRequest) throws -> [ImportSource] {
        if let service = request.service { return try RemoteHistory(service).requests().map(ImportSource.remote) }
        return request.files.map { file in
            request.converter.map { .converted(file, format: $0) } ?? .file(file)
        }
    }

    /// Writes to a stream; the import continues where nothing reads its output.
    private static func write(_ text: String, to stream: StandardStream) {
        try? stream.write(Array(text.utf8))
    }
}

struct HistoryAccessError: Error, Hashable, CustomStringConvertible {
    /// The database.
    let path: String
    /// The user with write permission, such as that of the daemon; nil when unknown.
    let owner: String?

    /// One line: what is wrong and the fix.
    var description: String {
        let who = owner.map { "sudo -u \($0) whereismy import" } ?? "run it as the owner"
        return "\(path): this user cannot write the history; fix: \(who)"
    }

    /// Runs an operation on a history; explains missing permissions.
    static func explaining<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error where isDenial(error) {
            guard let owner = FileOwner.name(ofNearest: path) else { throw error }
            throw HistoryAccessError(path: path, owner: owner)
        }
    }

    private static func isDenial(_ error: any Error) -> Bool {
        switch error {
        case let error as SystemError: error.isPermissionDenied
        case let error as HistoryError: error.inaccessiblePath.map { !FileOwner.mayWrite(nearest: $0) } ?? false
        default: false
        }
    }
}
