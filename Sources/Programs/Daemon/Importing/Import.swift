import Basics
import Configuration
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
