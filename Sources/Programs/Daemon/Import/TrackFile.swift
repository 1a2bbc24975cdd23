import Basics
import Linux
import Location
import Tracks

/// A track file that is read in blocks; its points are passed on in chunks.
struct TrackFile: ~Copyable {
    /// The name of standard input on the command line.
    static let standardInput = "-"

    private static let readSize = 262_144
    /// The points sorted and loaded at once: seven hours at one fix a second.
    ///
    /// Three chunks are in memory: one being read, one waiting and one being loaded.
    private static let chunkSize = 25_000

    /// A chunk and the surplus points of a block in the densest format.
    private static let capacity = chunkSize + 5000

    private let path: String
    private let file: FileDescriptor

    /// Opens a file.
    ///
    /// - Throws: ``SystemError`` with its path.
    init(_ path: String) throws(SystemError) {
        file = try path == Self.standardInput ? .standardInput() : .open(path)
        self.path = path
    }

    /// The size in bytes; nil if unknown, as for a pipe.
    var size: Int? { file.regularSize }

    /// The device of points whose file names none: one for all files, so that days from several files are one track.
    private static let device = "import"

    /// Returns the device of points whose file names none.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - known: the devices in the history. Version 0.1.0 made each file a device of its own, which is continued, so
    ///     that importing the file again stores nothing twice.
    /// - Returns: the name of the device.
    static func device(of path: String, known: [String]) -> String {
        let name = path == standardInput ? "stdin" : path.split(separator: "/").last ?? "/"
        let own = PrintableText.sanitized("\(device):" + name, limit: PrintableText.maxDeviceLength)
        return known.contains(own) ? own : device
    }

    /// Reads to the end of the file, or to its first error.
    ///
    /// - Parameters:
    ///   - device: the device of points whose file names none.
    ///   - progress: called after each block with the totals so far.
    ///   - load: receives a chunk of points; returns false to stop.
    /// - Returns: the format, nil if not recognised, and the parse result without the points already passed on.
    /// - Throws: ``SystemError`` with the path; points read before it are passed on.
    borrowing func read(
        device: String, progress: (_ bytes: Int, _ points: Int) -> Void, load: ([TrackPoint]) -> Bool
    ) throws(SystemError) -> (format: TrackFormat?, track: ParsedTrack) {
        let reader = TrackReader(device: device) { GPSDDecoder(device: device) }
        var track = ParsedTrack()
        track.points.reserveCapacity(Self.capacity)
        var bytes = 0
        defer { if !track.points.isEmpty { _ = load(track.points) } }
        while track.error == nil {
            let piece = try nextPiece()
            guard !piece.isEmpty else { break }
            reader.feed(piece.span, into: &track)
            bytes += piece.count
            progress(bytes, track.count)
            guard Self.passOn(&track, load) else { break }
            while reader.hasPendingPoints, Self.passOn(&track, load) { reader.feed([UInt8]().span, into: &track) }
        }
        reader.finish(into: &track)
        return (reader.format, track)
    }

    private static func passOn(_ track: inout ParsedTrack, _ load: ([TrackPoint]) -> Bool) -> Bool {
        guard track.points.count >= chunkSize else { return true }
        defer {
            track.points = []
            track.points.reserveCapacity(capacity)
        }
        return load(track.points)
    }

    private borrowing func nextPiece() throws(SystemError) -> [UInt8] {
        do { return try file.read(upTo: Self.readSize) } catch { throw SystemError("read", path, code: error.code) }
    }
}
