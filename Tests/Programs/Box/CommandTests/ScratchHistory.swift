import Basics
import Command
import CommandLine
import History
import Linux
import Location
import SQLite
import TestSupport
import Testing

/// A history in a temporary directory.
struct ScratchHistory {
    let directory: ScratchDirectory

    init(
        _ points: [TrackPoint], sealedBefore moment: Timestamp? = nil, occurrences: [PlaceEvent] = []
    ) throws {
        directory = try ScratchDirectory()
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        _ = try history.append(points)
        _ = try history.append(events: occurrences)
        if let moment { try history.seal(before: moment) }
    }

    /// Makes the first sealed segment unreadable.
    func damage() throws {
        let connection = try Connection(directory.file("history.db"), mode: .readWrite)
        try connection.execute(
            "UPDATE segment SET blob = zeroblob(length(blob)) WHERE id = (SELECT min(id) FROM segment)")
    }

    func run(_ arguments: String..., in system: FakeSystem = FakeSystem(clock: .berlin)) -> CommandResult {
        run(arguments, in: system)
    }

    func run(_ arguments: [String], in system: FakeSystem) -> CommandResult {
        system.run(arguments + ["--state-directory", directory.path])
    }

    /// Points at an interval in seconds, each further north.
    static func points(
        from start: String, count: Int, every seconds: Int, device: String = "/dev/ttyUSB0"
    ) throws -> [TrackPoint] {
        let start = try #require(Timestamp(iso8601: start))
        return try (0..<count).map { index in
            var fix = Fix(device: device, mode: .threeDimensional)
            fix.timestamp = start + .seconds(index * seconds)
            fix.coordinate = Coordinate(latitude: 48 + Double(index) * 1e-4, longitude: 11)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
            fix.altitude = 500
            return try #require(TrackPoint(fix, motion: .moving))
        }
    }
}

extension CommandResult {
    /// The lines of the output.
    var lines: [Substring] { text.split(separator: "\n") }

    /// The string values of a key in JSON lines.
    func values(of key: String) -> [String] {
        lines.compactMap { line in
            line.split(separator: "\"\(key)\":\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
        }
    }
}
