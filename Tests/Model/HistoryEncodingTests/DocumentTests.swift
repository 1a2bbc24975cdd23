import Basics
import FoundationEssentials
import HistoryEncoding
import Linux
import Location
import Simulator
import Testing

/// `docs/history-format.md` is complete: a reader written from it alone decodes the same.
struct DocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { FileManager.default.isExecutableFile(atPath: $0 + "/python3") }

    /// Runs the reader on byte strings and returns its lines.
    private static func read(_ strings: [[UInt8]], options: [String] = []) throws -> [Substring] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "whereismy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for (index, bytes) in strings.enumerated() {
            let file = folder.appending(path: String(index))
            try Data(bytes).write(to: file)
            paths.append(file.path)
        }
        let (output, errors) = (folder.appending(path: "output").path, folder.appending(path: "errors").path)
        let script = root.appending(path: "Benchmarks/Drivers/read_segment.py").path
        let child = try ChildProcess(
            "/usr/bin/env", ["python3", "-B", script] + options + paths, output: output, errors: errors)
        let status = child.wait(atMost: .seconds(120))
        let diagnostics = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(status == .exited(0), "\(diagnostics)")
        return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    }

    @Test("a reader written from the document decodes segments", .enabled(if: hasPython, "python3 is not installed"))
    func reader() throws {
        var tracks: [[TrackPoint]] = []
        for name in ["parked", "city", "antimeridian", "frozen", "road-5hz"] {
            tracks.append(try #require(Scenario.named(name)).points(atMost: 400))
        }
        for seed in 1...6 as ClosedRange<UInt64> {
            var track = RandomTrack(seed: seed)
            track.unknown = [0, 10, 60, 95, 100, 2][Int(seed) - 1]
            if seed > 4 { track.levels = Integrity.Level.allCases }
            tracks.append(try track.points(300))
        }
        tracks.append(try Example.minutes())
        let segments = try tracks.map { try Segment.encode($0) }
        let expected = try zip(segments, tracks).flatMap { bytes, points in
            [try SegmentSummary(bytes).line] + points.map(\.line)
        }
        #expect(try Self.read(segments).map(String.init) == expected)
    }

    @Test("it decodes outlines, too", .enabled(if: hasPython, "python3 is not installed"))
    func outlines() throws {
        let outlines = try ["city", "antimeridian"].map {
            Outline(simplifying: try #require(Scenario.named($0)).points())
        }
        let expected = outlines.flatMap { outline in
            outline.vertices.map {
                "\($0.timestamp.milliseconds / 1000) \($0.coordinate.latitude.steps(1e5)) "
                    + "\($0.coordinate.longitude.steps(1e5))"
            }
        }
        #expect(try Self.read(outlines.map { $0.encode() }, options: ["--outline"]).map(String.init) == expected)
    }

    @Test("the example in the document is the actual encoding")
    func example() throws {
        let text = try String(
            contentsOf: Self.root.appending(path: "docs/history-format.md"), encoding: .utf8)
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("## An example") }
        // Bytes stand in the indented lines, each before its meaning.
        let bytes = lines.filter { $0.hasPrefix("    ") }.flatMap { line in
            line.split(separator: " ").prefix { $0.count == 2 }.compactMap { UInt8($0, radix: 16) }
        }
        let points = try Example.points()
        let expected = try Segment.encode(points) + Outline(simplifying: points).encode()
        #expect(bytes == expected, "\(expected.map { String($0, radix: 16) }.joined(separator: " "))")
    }
}

/// Points for the document.
private enum Example {
    static func points() throws -> [TrackPoint] {
        var second = try point(at: 1_773_561_601_000, 48.1371544, 11.5761239).fix
        second.speed = 0.11
        return try [
            point(at: 1_773_561_600_000, 48.1371541, 11.5761241), #require(TrackPoint(second, motion: .stationary)),
        ]
    }

    /// Points on NMEA's grid, with a climb that follows from the altitudes.
    static func minutes() throws -> [TrackPoint] {
        try (0..<100).map { index in
            var fix = try point(at: Int64(index) * 1000, 48 + Double(index * 7) / 6e5, -11 - Double(index * 3) / 6e5)
                .fix
            fix.ellipsoidalAltitude = Double(index * index % 77) / 10
            if index > 0 {
                fix.climb = Double(index * index % 77 - (index - 1) * (index - 1) % 77) / 10
            }
            return try #require(TrackPoint(fix, motion: .unknown, satellitesUsed: 9))
        }
    }

    private static func point(at time: Int64, _ latitude: Double, _ longitude: Double) throws -> TrackPoint {
        var fix = Fix(device: "d", mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: time)
        fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return try #require(TrackPoint(fix, motion: .stationary))
    }
}

extension SegmentSummary {
    /// The line that the reader prints.
    fileprivate var line: String {
        let box = [bounds.south, bounds.west, bounds.north, bounds.east].map { String($0.steps(1e7)) }.joined(
            separator: " ")
        return "summary \(count) \(first.milliseconds) \(last.milliseconds) \(box) \(distance.steps(100))"
    }
}

extension TrackPoint {
    /// The line that the reader prints.
    fileprivate var line: String {
        guard let stored else { return "" }
        let fix = stored.fix
        let values: [(Double?, Double)] = [
            (fix.altitude, 100), (fix.ellipsoidalAltitude, 100), (fix.horizontalAccuracy?.radius, 10),
            (fix.verticalAccuracy, 10), (fix.speed, 100), (fix.speedAccuracy, 100), (fix.course, 100),
            (fix.courseAccuracy, 100), (fix.climb, 100), (satellitesUsed.map(Double.init), 1),
        ]
        let place = "\(coordinate.latitude.steps(1e7)) \(coordinate.longitude.steps(1e7))"
        let known = values.map { value, perUnit in value.map { String($0.steps(perUnit)) } ?? "-" }
        return "\(timestamp.milliseconds) \(place) \(state) \(known.joined(separator: " "))"
    }

    /// The number in the document, by the order of its table.
    private var state: Int {
        let modes: [FixMode] = [.unknown, .none, .twoDimensional, .threeDimensional]
        let motions: [Motion] = [.stationary, .moving, .unknown]
        let origin = fix.horizontalAccuracy.flatMap { HorizontalAccuracy.Origin.allCases.firstIndex(of: $0.origin) }
        let parts: [(Int?, Int)] = [
            (Integrity.Level.allCases.firstIndex(of: integrity), 3), (origin, 4), (motions.firstIndex(of: motion), 3),
            (TimeSource.allCases.firstIndex(of: fix.timeSource), 3),
            (PositionSource.allCases.firstIndex(of: fix.source), 2),
            (Differential.allCases.firstIndex(of: fix.differential), 9), (modes.firstIndex(of: fix.mode), 4),
        ]
        return parts.reduce(0) { $0 * $1.1 + ($1.0 ?? 0) }
    }
}

extension Double {
    fileprivate func steps(_ perUnit: Double) -> Int { Int((self * perUnit).rounded(.toNearestOrAwayFromZero)) }
}
