import Basics
import Linux
import Location
import Tracks

/// A file that is imported: read piece by piece, its points handed on in portions.
struct TrackFile: ~Copyable {
    /// Standard input, as it is called on the command line.
    static let standardInput = "-"

    private static let readSize = 262_144
    /// Points that are sorted and loaded at once: seven hours at a fix a second.
    ///
    /// Three portions are in memory: one is read, one waits and one is loaded.
    private static let chunkSize = 25_000

    /// A portion, and what a piece may have beyond it in the densest of formats.
    private static let capacity = chunkSize + 5000

    private let path: String
    private let file: FileDescriptor

    /// Opens a file.
    ///
    /// - Throws: ``SystemError`` with its path.
    init(_ path: String) throws(SystemError) {
        self.path = path
        file = try path == Self.standardInput ? .standardInput() : .open(path)
    }

    /// Bytes; nil where the end is not known, as of a pipe.
    var size: Int? { file.regularSize }

    /// Whose points these are where the file does not say it.
    static func device(of path: String) -> String {
        let name = path == standardInput ? "stdin" : path.split(separator: "/").last ?? "/"
        return PrintableText.sanitized("import:" + name, limit: PrintableText.maxDeviceLength)
    }

    /// Reads up to the end, or to where the file broke.
    ///
    /// - Parameters:
    ///   - device: whose points these are where the file does not say it.
    ///   - progress: is told after each piece how many bytes and points there were.
    ///   - load: takes a portion of points; false ends the reading.
    /// - Returns: the format, nil where it could not be told, and what was found, its points handed on.
    /// - Throws: ``SystemError`` with the path, what was read before it handed on.
    borrowing func read(
        device: String, progress: (_ bytes: Int, _ points: Int) -> Void, load: ([TrackPoint]) -> Bool
    ) throws(SystemError) -> (format: TrackFormat?, harvest: ParsedTrack) {
        let reader = TrackReader(device: device) { GPSDDecoder(device: device) }
        var harvest = ParsedTrack()
        harvest.points.reserveCapacity(Self.capacity)
        var bytes = 0
        defer { if !harvest.points.isEmpty { _ = load(harvest.points) } }
        while harvest.error == nil {
            let piece = try nextPiece()
            guard !piece.isEmpty else { break }
            reader.feed(piece.span, into: &harvest)
            bytes += piece.count
            progress(bytes, harvest.count)
            guard Self.handOn(&harvest, load) else { break }
            while reader.hasPendingPoints, Self.handOn(&harvest, load) { reader.feed([UInt8]().span, into: &harvest) }
        }
        reader.finish(into: &harvest)
        return (reader.format, harvest)
    }

    private static func handOn(_ harvest: inout ParsedTrack, _ load: ([TrackPoint]) -> Bool) -> Bool {
        guard harvest.points.count >= chunkSize else { return true }
        defer {
            harvest.points = []
            harvest.points.reserveCapacity(capacity)
        }
        return load(harvest.points)
    }

    private borrowing func nextPiece() throws(SystemError) -> [UInt8] {
        do { return try file.read(upTo: Self.readSize) } catch { throw SystemError("read", path, code: error.code) }
    }
}
