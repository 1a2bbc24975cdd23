import Basics
import Location
import TestSupport
import Testing
import Tracks

@testable import Daemon

/// Points of an import to which no vehicle can have gone.
struct ImportOutlierTests {
    /// A walk with a point a second, and points far aside.
    private static func walk(
        _ count: Int, aside: [Int], metres: Double = 5000, device: String = "a"
    ) throws -> [TrackPoint] {
        try (0..<count).map { second in
            var fix = Fix(device: device, mode: .twoDimensional)
            fix.timestamp = Imported.start + .seconds(second)
            fix.coordinate = Coordinate(clampingLatitude: 47, longitude: 8).moved(
                north: Double(second), east: aside.contains(second) ? metres : 0)
            return try #require(TrackPoint(fix))
        }
    }

    @Test("the last line of an import names them with their number, as a dry run does", arguments: [true, false])
    func line(isDryRun: Bool) throws {
        let imported = try Imported()
        imported.isDryRun = isDryRun
        try imported.write("a.csv", try Self.walk(300, aside: [100, 200, 201]), by: CSVEncoder())
        try imported.write("b.csv", try Self.walk(300, aside: []), by: CSVEncoder())
        #expect(try imported.run("a.csv", "b.csv"))
        let note = "; left out of all figures: 3 (no vehicle can have gone there)"
        #expect(imported.lines[0].hasSuffix(note) && !imported.lines[1].contains("left out"))
    }

    @Test("steps that no vehicle can make are named, as the statistics count them", arguments: [true, false])
    func jumps(isDryRun: Bool) throws {
        let imported = try Imported()
        imported.isDryRun = isDryRun
        let far = Array(200..<400) + Array(500..<700)
        try imported.write("a.csv", try Self.walk(700, aside: far, metres: 50_000), by: CSVEncoder())
        #expect(try imported.run("a.csv"))
        #expect(imported.lines[0].hasSuffix("; jumps that no vehicle can make: 3"), "\(imported.lines)")
        for size in [50, 100, 200, 700] {
            var counter = OutlierCounter()
            // Every two seconds, so that the points between two chunks have a jump among them that counts.
            let slow = try Self.walk(1400, aside: Array(400..<800) + Array(1000..<1400), metres: 50_000)
            let points = slow.indices.filter { $0 % 2 == 0 }.map { slow[$0] }
            for start in stride(from: 0, to: 700, by: size) {
                counter.add(Array(points[start..<min(start + size, 700)]))
            }
            #expect(counter.jumps == 3)
            #expect(counter.jumps == PointStatistics.jumps(points) && counter.count == 0, "\(size): \(counter.jumps)")
            counter.add((points + (try Self.walk(300, aside: Array(100..<300), metres: 50_000, device: "b"))))
            #expect(counter.jumps == 7, "\(size)")
        }
    }

    @Test("points that are not stored are not among them: the second one of each time", arguments: [true, false])
    func repeatedTimes(isDryRun: Bool) throws {
        let imported = try Imported()
        imported.isDryRun = isDryRun
        let lines = (0..<300).flatMap { second -> [String] in
            let start = "\((Imported.start + .seconds(second)).iso8601),\(47 + Double(second) * 1e-5),"
            return [start + "8.0", start + "8.145"]
        }
        try imported.write("two.csv", "timestamp,latitude,longitude\n" + lines.joined(separator: "\n") + "\n")
        #expect(try imported.run("two.csv"))
        let line = try #require(imported.lines.first)
        #expect(line.contains("600 points read, 300 \(isDryRun ? "new" : "added"), 300 not new"), "\(line)")
        #expect(!line.contains("left out"), "\(line)")
    }

    @Test("an import that adds nothing has none, and another one has those that it adds", arguments: [true, false])
    func known(isDryRun: Bool) throws {
        let imported = try Imported()
        let walk = try Self.walk(400, aside: [100, 200, 350])
        try imported.write("a.csv", Array(walk[..<300]), by: CSVEncoder())
        try imported.write("b.csv", walk, by: CSVEncoder())
        #expect(try imported.run("a.csv"))
        imported.isDryRun = isDryRun
        #expect(try imported.run("a.csv", "b.csv"))
        let note = "; left out of all figures:"
        #expect(
            imported.lines[0].contains(", 300 added") && imported.lines[0].contains("\(note) 2 (no"),
            "\(imported.lines)")
        #expect(imported.lines[1].contains(", 300 not new") && !imported.lines[1].contains("left out"))
        #expect(imported.lines[2].contains(", 300 not new") && imported.lines[2].contains("\(note) 1 (no"))
    }

    @Test("a second that ends a chunk and begins the next one is counted once, as it will be stored")
    func sharedSecond() throws {
        let counter = PointCounter(nil)
        let (walk, other) = (try Self.walk(200, aside: []), try Self.walk(200, aside: [99]))
        #expect(counter.load(Array(walk[..<100])) && counter.load(Array(other[99...])))
        let loaded = try counter.finish()
        #expect(loaded.added == 200 && loaded.outliers.count == 0)
    }

    @Test("they are counted at the ends of chunks too, of one and of several devices", arguments: [60.0, 5000])
    func chunks(metres: Double) throws {
        let aside = [0, 99, 100, 250, 299, 399, 400, 401, 500, 599]
        let points = try Self.walk(600, aside: aside, metres: metres)
        for size in [50, 100, 200, 600] {
            var counter = OutlierCounter()
            for start in stride(from: 0, to: 600, by: size) { counter.add(Array(points[start..<(start + size)])) }
            // One at an end is not known to be wrong if a vehicle could have gone there.
            #expect((metres > 100 ? 10...10 : 8...10).contains(counter.count), "\(size)")
        }
        var counter = OutlierCounter()
        let other = try Self.walk(600, aside: [300], metres: metres, device: "b")
        counter.add((points + other).sorted { $0.timestamp < $1.timestamp })
        #expect((metres > 100 ? 11...11 : 9...11).contains(counter.count))
        counter.add(try Self.walk(100, aside: [50]))
        #expect((metres > 100 ? 12...12 : 10...12).contains(counter.count))
    }

    @Test("a walk that goes on elsewhere, and one that begins again before it, have none")
    func none() throws {
        var counter = OutlierCounter()
        counter.add(try Self.walk(600, aside: Array(300..<600)))
        #expect(counter.count <= 1)
        counter = OutlierCounter()
        for _ in 0..<3 { counter.add(try Self.walk(100, aside: [])) }
        #expect(counter.count == 0)
    }
}

extension PointStatistics {
    fileprivate static func jumps(_ points: [TrackPoint]) -> Int {
        var statistics = PointStatistics()
        for point in points { statistics.add(point) }
        return statistics.finish().jumps
    }
}
