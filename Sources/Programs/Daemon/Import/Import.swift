import Basics
import Configuration
import History
import Linux
import Location
import Tracks

/// Brings files of tracks into the history, each told in a line.
struct Import {
    let settings: Settings
    /// Whose points these are where a file does not say it; nil for the file's name.
    let device: String?
    /// The time of day.
    let now: Timestamp
    /// Where progress is drawn; nil where nobody watches.
    let draw: ((String) -> Void)?
    /// Takes the line of a file.
    let say: (_ line: String, _ isGood: Bool) -> Void

    /// Imports each file; one that cannot be read, or not to its end, does not keep the others out.
    ///
    /// - Returns: whether all of them were read whole.
    /// - Throws: ``HistoryAccessError`` or ``HistoryError`` where the history cannot be written.
    func run(_ files: [String]) throws -> Bool {
        try HistoryAccessError.explaining(settings.historyFile) {
            try Directory.create(settings.stateDirectory, mode: 0o750)
            // The daemon has to write it too, and what SQLite makes beside it goes to the same owner.
            try FileOwner.createForDirectoryOwner(settings.historyFile, mode: 0o640)
        }
        var isGood = true
        for file in files { isGood = try take(file) && isGood }
        return isGood
    }

    private func take(_ path: String) throws -> Bool {
        do {
            let file = try TrackFile(path)
            let tally = try tally(file, path)
            say("\(PrintableText.sanitized(path)): \(tally.text)", !tally.isIncomplete)
            return !tally.isIncomplete
        } catch let error as SystemError {
            say(PrintableText.sanitized(error.description), false)
            return false
        }
    }

    private func tally(_ file: borrowing TrackFile, _ path: String) throws -> ImportCounts {
        let loader = try HistoryLoader(settings.historyFile, now: now)
        let result = Result { try read(file, path, loader) }
        if let draw { draw(ProgressBar.erasure) }
        let added = try HistoryAccessError.explaining(settings.historyFile) { try loader.finish() }
        let (format, harvest) = try result.get()
        return ImportCounts(format: format, track: harvest, added: added)
    }

    private func read(
        _ file: borrowing TrackFile, _ path: String, _ loader: HistoryLoader
    ) throws(SystemError) -> (TrackFormat?, ParsedTrack) {
        var bar = ProgressBar(name: path, size: file.size)
        return try file.read(
            device: device ?? TrackFile.device(of: path),
            progress: { bytes, points in
                if let draw, let line = bar.line(read: bytes, points: points) { draw(line) }
            },
            load: loader.load)
    }
}

extension Import {
    /// The import of the program: lines on standard output, those of broken files and progress on standard error.
    init(settings: Settings, device: String?) {
        self.init(
            settings: settings, device: device, now: SystemClock.now().wallClock,
            draw: StandardStream.error.isTerminal ? { Self.write($0, to: .error) } : nil,
            say: { Self.write($0 + "\n", to: $1 ? .output : .error) })
    }

    /// Points are what an import is for: where nobody reads its lines, it goes on.
    private static func write(_ text: String, to stream: StandardStream) {
        try? stream.write(Array(text.utf8))
    }
}

/// What has come of the import of a file, as one line.
struct ImportCounts {
    /// Nil where the format could not be told.
    let format: TrackFormat?
    let track: ParsedTrack
    /// How many points are in the history now that were not there before.
    let added: Int

    /// Whether there may be good points in it that were not read.
    var isIncomplete: Bool { track.error != nil || track.skipped.keys.contains(where: \.isLoss) }

    /// What was read, added and skipped and why, and where the file broke.
    var text: String {
        guard let format else { return track.error?.reason ?? "nothing read" }
        let known = track.count - added
        var text = "\(format.rawValue), \(track.count) points read, \(added) added"
        if known > 0 { text += ", \(known) not new" }
        if !track.skipped.isEmpty { text += "; skipped: \(skipped)" }
        if let fault = track.error { text += "; broken at \(fault), what stands before it is kept" }
        return PrintableText.sanitized(text)
    }

    /// The commonest reason first, and where the first of all is.
    private var skipped: String {
        let sorted = track.skipped.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        let reasons = sorted.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return reasons + (track.issues.first.map { " (the first at line \($0.line))" } ?? "")
    }
}

/// A history that this user may not write.
struct HistoryAccessError: Error, Hashable, CustomStringConvertible {
    /// The database.
    let path: String
    /// Who may write it, such as the user of the daemon; nil when unknown.
    let owner: String?

    /// One line: what is wrong and what would work.
    var description: String {
        let who = owner.map { "the user \($0) may: sudo -u \($0) whereismy import" } ?? "its owner may"
        return "\(path): this user may not write the history; \(who)"
    }

    /// Does something to a history; a refusal for want of permission says who has it.
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

/// How far the reading of a file has come, drawn anew only where that looks different.
struct ProgressBar {
    /// Back to the start of the line, which is erased (ECMA-48, EL).
    static let erasure = "\r\u{1B}[K"

    private static let width = 30
    /// Bytes between two drawings where the file has no known end.
    private static let stride = 4_194_304

    private let name: String
    private let size: Int?
    private var drawn = -1

    /// - Parameters:
    ///   - name: the file, as it is called by the user.
    ///   - size: bytes; nil where that is not known, as of a pipe.
    init(name: String, size: Int?) {
        self.name = PrintableText.sanitized(name.split(separator: "/").last ?? "/", limit: Self.width)
        self.size = size
    }

    /// The line to draw; nil where the last one still says it.
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
