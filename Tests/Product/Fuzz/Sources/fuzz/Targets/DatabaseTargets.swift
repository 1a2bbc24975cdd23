import API
import Basics
import History
import Linux
import Location

/// A directory for the files of a target, below `TMPDIR`; what it is in is removed with the target.
final class FuzzDirectory: Sendable {
    let path: String
    private let parent: String

    init() throws(SystemError) {
        parent = try PrivateDirectory.make(
            in: ProcessEnvironment.variables["TMPDIR"] ?? "/tmp", named: "whereismy-fuzz")
        path = parent + "/files"
        try Directory.create(path, mode: 0o700)
    }

    deinit {
        try? DirectoryEntry.removeTree(parent)
    }

    /// Returns the path of a file.
    func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file, in place and without waiting for a disk.
    func write(_ name: String, _ bytes: [UInt8]) {
        do {
            try DirectoryEntry.removeTree(path)
            try Directory.create(path, mode: 0o700)
            try AtomicFile.replace(file(name), with: bytes, mode: 0o600)
        } catch {
            fatalError("\(error)")
        }
    }
}

/// Opens the input as a map (MBTiles), and reads its metadata and some tiles.
struct MBTilesTarget: FuzzTarget {
    private let directory: FuzzDirectory

    init() throws(SystemError) { directory = try FuzzDirectory() }

    func run(_ input: [UInt8]) {
        directory.write("map.mbtiles", input)
        guard let map = try? MBTiles(directory.file("map.mbtiles")) else { return }
        _ = map.metadata.attribution
        for (zoom, column, row) in [(0, 0, 0), (1, 1, 0), (30, 5, 7)] {
            guard let address = TileAddress(zoom: zoom, column: column, row: row) else { continue }
            _ = try? map.tile(address)
        }
    }
}

/// Opens the input as a history, reads all of it, and writes to it.
struct HistoryTarget: FuzzTarget {
    private let directory: FuzzDirectory

    init() throws(SystemError) { directory = try FuzzDirectory() }

    func run(_ input: [UInt8]) {
        directory.write("history.db", input)
        if let history = try? SQLiteHistory(path: directory.file("history.db"), access: .readOnly) { read(history) }
        if let history = try? SQLiteHistory(path: directory.file("history.db"), access: .readWrite) { write(history) }
    }

    private func read(_ history: SQLiteHistory) {
        _ = try? history.info()
        _ = try? history.deviceNames()
        _ = try? history.forEachPoint(.all) { _ in }
        _ = try? history.forEachPoint(PointQuery(device: "/dev/ttyUSB0")) { _ in }
        _ = try? history.forEachOutline(.all) { _ in }
        _ = try? history.forEachCount(.all) { _, _ in }
        _ = try? history.neighbours(of: Timestamp(milliseconds: 1_700_000_000_000), device: nil)
        _ = try? history.lastPlaceEvents(limit: 10)
        _ = try? history.verify()
    }

    private func write(_ history: SQLiteHistory) {
        _ = try? history.append(Self.points)
        try? history.seal(before: Timestamp(milliseconds: 1_800_000_000_000))
        for record in (try? history.importList()) ?? [] { _ = try? history.undoImport(record.id) }
        _ = try? history.prune(PointQuery(to: Timestamp(milliseconds: 1_600_000_000_000)))
        _ = try? history.verify()
    }

    /// Points of an hour that ends on a full one.
    static var points: [TrackPoint] {
        (0..<60 as Range<Int64>).compactMap { minute in
            var fix = Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)
            fix.timestamp = Timestamp(milliseconds: 1_699_999_200_000 + minute * 60_000)
            fix.coordinate = Coordinate(latitude: -37.8 + Double(minute) / 1000, longitude: 144.9)
            return TrackPoint(fix, motion: .moving, satellitesUsed: 7)
        }
    }
}
