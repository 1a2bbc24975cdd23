import Basics
import Command
import CommandLine
import Configuration
import Foundation
import Linux
import Location
import TestSupport
import Testing

/// `whereismy track --format html` and `--format svg`.
struct TrackDocumentTests {
    private static let now = Timestamp(CivilTime(year: 2026, month: 3, day: 30, hour: 12))
    private static let checker = ProcessInfo.processInfo.environment["WHEREISMY_VNU"]
    private let system = FakeSystem(now: now, clock: .berlin)

    private func points(count: Int = 600, device: String = "/dev/<b>&\"x\"") throws -> [TrackPoint] {
        let start = try #require(Timestamp(iso8601: "2026-03-30T08:00:00Z"))
        return try (0..<count).map { index in
            var fix = Fix(device: device, mode: .threeDimensional)
            fix.timestamp = start + .seconds(index)
            fix.coordinate = Coordinate(latitude: 48 + Double(index) * 1e-4, longitude: 11 + Double(index % 50) * 1e-3)
            fix.speed = 10
            fix.altitude = 500 + Double(index)
            return try #require(TrackPoint(fix, motion: .moving))
        }
    }

    @Test("one file has the title, the line, charts, figures and links, and no script", arguments: ["html", "svg"])
    func content(format: String) throws {
        let history = try ScratchHistory(points())
        let result = history.run("track", "--format", format, in: system)
        let text = result.text
        #expect(result.code == .success && result.diagnostics.isEmpty)
        let title = "Track, 2026-03-30 10:00:00 +02:00 to 2026-03-30 10:09:59 +02:00"
        #expect(text.contains("<title>\(title)</title>"))
        #expect(text.split(separator: "class=\"way\" d=\"M").count == 4)
        for word in [
            "Speed", "Altitude", "36.0 km/h", "500 m", "1099 m", "top speed", "fixes", "Start on OpenStreetMap",
        ] {
            #expect(text.contains(word), "\(word)")
        }
        #expect(text.contains("<a href=\"https://www.openstreetmap.org/?mlat=48.000000&amp;mlon=11.000000#map="))
        #expect(text.contains("/dev/&lt;b&gt;&amp;&quot;x&quot;") && !text.contains("<b>"))
        #expect(!text.contains("<script") && !text.contains("src=") && text.contains("prefers-color-scheme: dark"))
    }

    @Test("a chart with several fixes in a step begins at the minimum altitude of all fixes")
    func longChart() throws {
        let text = try ScratchHistory(points(count: 3000)).run("track", "--format", "svg", in: system).text
        #expect(text.contains("lower edge: 500 m<") && text.contains(">3499 m<"))
    }

    @Test("privacy zones and names of receivers are left out of a published one", arguments: ["html", "svg"])
    func published(format: String) throws {
        let history = try ScratchHistory(points())
        let zone = "[privacy-zone home]\nlatitude = 48\nlongitude = 11\nradius = 3000m\n"
        let file = "/etc/zone.conf"
        let system = FakeSystem(files: [file: Array(zone.utf8)], now: Self.now, clock: .berlin)
        let options = ["track", "--format", format, "--config", file]
        let whole = history.run(options, in: system)
        let part = history.run(options + ["--public"], in: system)
        #expect(whole.text.contains("mlat=48.000000") && whole.text.contains("/dev/"))
        #expect(part.code == .success && !part.text.contains("mlat=48.000000") && !part.text.contains("/dev/"))
    }

    @Test("a simplified line, a single fix and no fix make a document too", arguments: ["html", "svg"])
    func few(format: String) throws {
        let history = try ScratchHistory(points(), sealedBefore: Self.now)
        let line = history.run("track", "--simplify", "10", "--format", format, in: system)
        #expect(line.code == .success && line.text.contains("class=\"way\"") && !line.text.contains("Speed</"))
        #expect(!line.text.contains("top speed"))
        let single = try ScratchHistory(points(count: 1)).run("track", "--format", format, in: system)
        #expect(single.text.contains("class=\"way\" d=\"M400.0 250.0h0\""))
        let none = try ScratchHistory([]).run("track", "--format", format, in: system)
        #expect(none.code == .nothingKnown && none.text.contains("<title>Track without fixes</title>"))
    }

    @Test("a chart has a gap where the value is unknown")
    func gap() throws {
        let points = try points().enumerated().map { index, point in
            var fix = point.fix
            if (200..<400).contains(index) { fix.altitude = nil }
            return try #require(TrackPoint(fix, motion: .moving))
        }
        let text = try ScratchHistory(points).run("track", "--format", "html", in: system).text
        let lines = text.split(separator: "class=\"way\" d=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(lines.map { $0.count { $0 == "M" } } == [1, 1, 2])
    }

    @Test("the size does not grow with the number of fixes")
    func size() throws {
        let sizes = try [4000, 8000].map { count in
            try ScratchHistory(points(count: count)).run("track", "--format", "html", in: system).text.utf8.count
        }
        #expect(sizes[1] < sizes[0] + 2000)
    }

    @Test("is valid by the Nu checker", .enabled(if: checker != nil, "WHEREISMY_VNU does not name vnu.jar"))
    func valid() throws {
        let history = try ScratchHistory(points() + points(device: "b"))
        var files: [String] = []
        for format in ["html", "svg"] {
            let text = history.run("track", "--format", format, in: system).text
            try history.directory.write("track.\(format)", Array(text.utf8))
            files.append(history.directory.file("track.\(format)"))
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["java", "-jar", try #require(Self.checker), "--errors-only", "--also-check-svg"] + files
        process.standardError = output
        try process.run()
        #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "")
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
