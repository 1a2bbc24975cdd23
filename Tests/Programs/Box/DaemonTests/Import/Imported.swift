import Basics
import CommandLine
import Configuration
import History
import Location
import TestSupport
import Testing
import Tracks

@testable import Daemon

/// A history for one test, and its imports.
final class Imported {
    static let start = Timestamp(milliseconds: 1_767_225_600_000)

    let directory: ScratchDirectory
    private(set) var lines: [String] = []
    private(set) var errors: [String] = []
    private(set) var drawn: [String] = []
    var isDryRun = false
    var columns: String?
    var date: Timestamp?
    var addedWeeks: Int?

    init() throws {
        directory = try ScratchDirectory()
    }

    /// Imports files by their names in the directory; returns true where all were complete and had a point.
    func run(_ names: String..., device: String? = nil) throws -> Bool {
        try code(names, device: device) == .success
    }

    /// Imports files by their names in the directory.
    func code(_ names: [String], device: String? = nil) throws -> ExitCode {
        try code(of: names.map { .file(directory.file($0)) }, device: device)
    }

    /// True once there is a database.
    var hasHistory: Bool { (try? directory.bytes("state/history.db")) != nil }

    /// Imports sources.
    func code(of sources: [ImportSource], device: String? = nil) throws -> ExitCode {
        var settings = Settings()
        settings.stateDirectory = directory.path + "/state"
        settings.runtimeDirectory = directory.path + "/run"
        let task = Import(
            settings: settings, device: device, columns: try columns.map { try CSVColumns(list: $0) },
            date: date, addedWeeks: addedWeeks, isDryRun: isDryRun, now: Self.start + .seconds(86_400 * 365),
            draw: { self.drawn.append($0) },
            printLine: { line, isGood in
                let short = line.replacing(self.directory.path + "/", with: "")
                if isGood { self.lines.append(short) } else { self.errors.append(short) }
            })
        return try task.run(sources)
    }

    func write(_ name: String, _ text: String) throws { try directory.write(name, Array(text.utf8)) }

    /// Writes points as a file of a format.
    func write(_ name: String, _ points: [TrackPoint], by encoder: any TrackEncoder) throws {
        var export = TrackExport(to: encoder)
        for point in points { export.add(point) }
        export.finish()
        try directory.write(name, export.bytes)
    }

    /// The content of the history.
    func points() throws -> [TrackPoint] {
        var points: [TrackPoint] = []
        let damaged = try SQLiteHistory(path: directory.path + "/state/history.db", access: .readOnly)
            .forEachPoint(.all) { points.append($0) }
        #expect(damaged.isEmpty)
        return points
    }

    /// A walk with a point a second, with the values that all formats have.
    static func walk(_ count: Int, device: String = "/dev/ttyUSB0") throws -> [TrackPoint] {
        try (0..<count).map { index in
            var fix = Fix(device: device, mode: .threeDimensional)
            fix.timestamp = start + .seconds(index)
            fix.coordinate = Coordinate(latitude: -37.8 + Double(index) * 1e-5, longitude: 144.9)
            fix.altitude = 40
            fix.ellipsoidalAltitude = 45
            return try #require(TrackPoint(fix))
        }
    }
}
