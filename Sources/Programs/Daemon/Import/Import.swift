import Basics
import Configuration
import History
import Linux
import Location
import Tracks

/// Imports track files into the history and prints a line for each.
struct Import {
    let settings: Settings
    /// The device of points whose file names none; nil for that of ``TrackFile``.
    let device: String?
    /// The time of day.
    let now: Timestamp
    /// Draws progress; nil without a terminal.
    let draw: ((String) -> Void)?
    /// Prints the line of a file.
    let printLine: (_ line: String, _ isGood: Bool) -> Void

    /// Imports each file; a broken one does not stop the others.
    ///
    /// - Returns: the exit code: success if all files were read completely and at least one had a point.
    /// - Throws: ``HistoryAccessError`` or ``HistoryError`` if the history cannot be written.
    func run(_ files: [String]) throws -> ExitCode {
        try HistoryAccessError.explaining(settings.historyFile) {
            try Directory.create(settings.stateDirectory, mode: 0o750)
            // The daemon has to write it too, and SQLite creates its other files with the same owner.
            try FileOwner.createForDirectoryOwner(settings.historyFile, mode: 0o640)
        }
        var (isGood, points) = (true, 0)
        for file in files {
            let count = try importFile(file)
            isGood = isGood && count != nil
            points += count ?? 0
        }
        guard isGood else { return .failure }
        guard points == 0 else { return .success }
        printLine("nothing to import: no point with a position and a time was found", false)
        return .nothingKnown
    }

    /// Imports a file.
    ///
    /// - Returns: the number of its points, also of those that are not new; nil if it was not read completely.
    private func importFile(_ path: String) throws -> Int? {
        do {
            let file = try TrackFile(path)
            let counts = try counts(file, path)
            if counts.added > 0 { CommitTick.raiseIfWatched(settings.historyTick) }
            printLine("\(PrintableText.sanitized(path)): \(counts.text)", !counts.isIncomplete)
            if counts.added > 0, let warning = counts.duplicates.warning {
                printLine("\(PrintableText.sanitized(path)): \(warning)", false)
            }
            return counts.isIncomplete ? nil : counts.track.count
        } catch let error as SystemError {
            printLine(PrintableText.sanitized(error.description), false)
            return nil
        }
    }

    private func counts(_ file: borrowing TrackFile, _ path: String) throws -> ImportCounts {
        let loader = try HistoryLoader(settings.historyFile, now: now)
        let result = Result { try read(file, path: path, loader: loader) }
        if let draw { draw(ProgressBar.erasure) }
        let loaded = try HistoryAccessError.explaining(settings.historyFile) { try loader.finish() }
        let (format, track) = try result.get()
        return ImportCounts(format: format, track: track, added: loaded.added, duplicates: loaded.duplicates)
    }

    /// The devices in the history; none if it cannot be read, which the loader reports.
    private var knownDevices: [String] {
        (try? SQLiteHistory(path: settings.historyFile, access: .readOnly).deviceNames()) ?? []
    }

    private func read(
        _ file: borrowing TrackFile, path: String, loader: HistoryLoader
    ) throws(SystemError) -> (TrackFormat?, ParsedTrack) {
        var bar = ProgressBar(name: path, size: file.size)
        return try file.read(
            device: device ?? TrackFile.device(of: path, known: knownDevices),
            progress: { bytes, points in
                if let draw, let line = bar.line(read: bytes, points: points) { draw(line) }
            },
            load: loader.load)
    }
}

extension Import {
    /// The import of the program: lines on standard output; those of broken files, and progress, on standard error.
    init(settings: Settings, device: String?) {
        self.init(
            settings: settings, device: device, now: SystemClock.now().wallClock,
            draw: StandardStream.error.isTerminal ? { Self.write($0, to: .error) } : nil,
            printLine: { Self.write($0 + "\n", to: $1 ? .output : .error) })
    }

    /// Writes to a stream; the import continues where nothing reads its output.
    private static func write(_ text: String, to stream: StandardStream) {
        try? stream.write(Array(text.utf8))
    }
}

/// The result of importing a file, as one line.
struct ImportCounts {
    /// Nil if the format was not recognised.
    let format: TrackFormat?
    let track: ParsedTrack
    /// The number of points that were not in the history before.
    let added: Int
    /// The points that another device has.
    var duplicates = DuplicateSample()

    /// True if the file may contain valid points that were not read.
    var isIncomplete: Bool { track.error != nil || track.skipped.keys.contains(where: \.isLoss) }

    /// The counts read, added and skipped, the reasons, and the position of the first error.
    var text: String {
        guard let format else { return track.error?.reason ?? "nothing read" }
        let known = track.count - added
        var text = "\(format.rawValue), \(track.count) points read, \(added) added"
        if known > 0 { text += ", \(known) not new" }
        if !track.skipped.isEmpty { text += "; skipped: \(skipped)" }
        if let fault = track.error { text += "; broken at \(fault), points before it are imported" }
        return PrintableText.sanitized(text)
    }

    /// The most frequent reason first, and the line of the first skipped point.
    private var skipped: String {
        let sorted = track.skipped.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        let reasons = sorted.map { "\($0.value) (\($0.key))" }.joined(separator: ", ")
        return reasons + (track.issues.first.map { ", the first at line \($0.line)" } ?? "")
    }
}

/// A history that this user has no permission to write.
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

/// A progress bar for reading a file, redrawn only where it changes.
struct ProgressBar {
    /// Returns to the start of the line and erases it (ECMA-48, EL).
    static let erasure = "\r\u{1B}[K"

    private static let width = 30
    /// Bytes between two updates where the size is unknown.
    private static let stride = 4_194_304

    private let name: String
    private let size: Int?
    private var drawn = -1

    /// - Parameters:
    ///   - name: the file as the user wrote it.
    ///   - size: bytes; nil if unknown, as for a pipe.
    init(name: String, size: Int?) {
        self.name = PrintableText.sanitized(name.split(separator: "/").last ?? "/", limit: Self.width)
        self.size = size
    }

    /// The line to draw; nil if it has not changed.
    mutating func line(read bytes: Int, points: Int) -> String? {
        let step = size.map { $0 > 0 ? min(bytes, $0) * 100 / $0 : 100 } ?? bytes / Self.stride
        guard step != drawn else { return nil }
        drawn = step
        guard size != nil else { return "\(Self.erasure)\(name) \(points) points" }
        let full = step * Self.width / 100
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: Self.width - full)
        return "\(Self.erasure)\(name) [\(bar)] \(step) % \(points) points"
    }
}
