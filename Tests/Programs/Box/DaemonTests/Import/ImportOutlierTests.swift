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
