import Basics
import History
import Location
import Places
import TestSupport
import Testing

@testable import Queries

/// Visits to a circle of 100 m around 48, 11.
struct VisitTests {
    private static let start = Timestamp(milliseconds: 1_767_225_600_000)

    /// Returns fixes at distances in metres north of the centre, a second apart unless stated.
    private static func points(
        _ stretches: [(metres: Double, count: Int, pause: Int)], device: String = "a", from start: Timestamp = start
    ) throws -> [TrackPoint] {
        let middle = try #require(Coordinate(latitude: 48, longitude: 11))
        var (time, points) = (start, [TrackPoint]())
        for stretch in stretches {
            for index in 0..<stretch.count {
                var fix = Fix(device: device, mode: .twoDimensional)
                fix.timestamp = time + .seconds(index * stretch.pause)
                // A little farther each time, as receivers drift.
                let metres = stretch.metres + Double(index % 3)
                // Steps of up to 10 km are exact.
                var place = middle
                for _ in 0..<10 { place = place.moved(north: metres / 10, east: 0) }
                fix.coordinate = place
                fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
                points.append(try #require(TrackPoint(fix, motion: .unknown)))
            }
            time = time + .seconds(stretch.count * stretch.pause)
        }
        return points
    }

    private func place(dwell: Duration = .seconds(10)) throws -> Place {
        let middle = try #require(Coordinate(latitude: 48, longitude: 11))
        let circle = try #require(PlaceCircle(centre: middle, radius: 100))
        let name = try #require(PlaceName("Home"))
        return try #require(Place(name: name, shape: .circle(circle), dwell: dwell))
    }

    /// The begin, end and covered time of each visit in seconds, and `open`.
    private func text(_ visits: [Visit]) -> [String] {
        visits.map { visit in
            let times = [visit.from - Self.start, visit.to - Self.start, visit.covered].map {
                "\($0.components.seconds)"
            }
            return times.joined(separator: " ") + Self.end(visit)
        }
    }

    private static func end(_ visit: Visit) -> String {
        switch visit.end {
        case .left: ""
        case .recordEnds: " ends"
        case .periodEnds: " period"
        case .open: " open"
        }
    }

    @Test("only the last visit of all devices is open")
    func lastVisit() throws {
        let history = MemoryHistory()
        _ = try history.append(Self.points([(0, 100, 1)], device: "monday"))
        _ = try history.append(Self.points([(0, 100, 1)], device: "tuesday", from: Self.start + .seconds(86_400)))
        let query = VisitQuery(history, try place())
        #expect(
            try text(query.run(Period(first: nil, last: nil), device: nil).0.visits).map { $0.suffix(5) } == [
                " ends", " open",
            ])
        #expect(try text(query.run(Period(first: nil, last: nil), device: "monday").0.visits) == ["0 99 99 open"])
        _ = try history.append(Self.points([(500, 5, 1)], device: "van", from: Self.start + .seconds(90_000)))
        let json = try query.run(Period(first: nil, last: nil), device: nil).0.json
        #expect(String(decoding: json, as: UTF8.self).contains("\"open\":false,\"recordEnds\":true}]}"))
    }

    @Test("a visit at the end of a period with later fixes is not open")
    func endOfPeriod() throws {
        let history = MemoryHistory()
        _ = try history.append(Self.points([(0, 100, 1)], device: "monday"))
        _ = try history.append(Self.points([(0, 100, 1)], device: "tuesday", from: Self.start + .seconds(86_400)))
        let query = VisitQuery(history, try place())
        let period = Period(first: nil, last: Self.start + .seconds(50_000))
        let all = try query.run(period, device: nil).0
        #expect(text(all.visits) == ["0 99 99 period"])
        #expect(String(decoding: all.json, as: UTF8.self).contains("\"open\":false,\"periodEnds\":true}]}"))
        #expect(try text(query.run(period, device: "monday").0.visits) == ["0 99 99 open"])
        #expect(
            try text(query.run(Period(first: nil, last: Self.start + .seconds(98)), device: "monday").0.visits)
                == ["0 98 98 period"])
        #expect(
            try text(query.run(Period(first: nil, last: Self.start + .seconds(99)), device: "monday").0.visits)
                == ["0 99 99 open"])
    }

    @Test(
        "a visit lasts from the first fix inside to the last",
        arguments: [
            ([(500, 60, 1), (0, 120, 1), (500, 60, 1)], ["60 179 119"]),
            ([(0, 120, 1), (500, 60, 1)], ["0 119 119"]),
            ([(500, 60, 1), (0, 120, 1)], ["60 179 119 open"]),
            // Inside for less than the dwell time, and outside for less than that.
            ([(500, 60, 1), (0, 8, 1), (500, 60, 1)], []),
            ([(0, 60, 1), (150, 8, 1), (0, 60, 1), (500, 60, 1)], ["0 127 127"]),
            // A gap inside belongs to the visit, one after it does not.
            ([(0, 61, 1), (0, 1, 7200), (0, 61, 1), (500, 60, 1)], ["0 7321 121"]),
            ([(0, 60, 1), (500, 2, 3600)], ["0 59 59"]),
            // A thinned history.
            ([(500, 5, 300), (0, 5, 300), (500, 5, 300)], ["1500 2700 1200"]),
            // Fixes an hour apart: two consecutive ones inside form a visit.
            ([(500, 2, 3600), (0, 3, 3600), (500, 2, 3600)], ["7200 14400 0"]),
            ([(500, 2, 3600), (0, 1, 3600), (500, 2, 3600)], []),
            ([(0, 2, 3600)], ["0 3600 0 open"]),
            // Covered for less than the dwell time at both ends.
            ([(0, 5, 1), (0, 1, 7200), (0, 5, 1), (500, 60, 1)], ["0 7209 9"]),
            // A fix outside ends the visit next to a gap.
            ([(0, 3, 3600), (500, 1, 3600), (0, 2, 3600)], ["0 7200 0", "14400 18000 0 open"]),
            ([(0, 3, 3600), (500, 1, 3600), (0, 1, 3600), (500, 1, 3600)], ["0 7200 0"]),
            ([(0, 60, 1), (500, 3, 3600), (0, 60, 1)], ["0 59 59", "10860 10919 59 open"]),
            // A fix on either side within its accuracy does not.
            ([(0, 3, 3600), (102, 1, 3600), (0, 2, 3600)], ["0 18000 0 open"]),
            // Far away in between, and back.
            (
                [(0, 60, 1), (1500, 60, 1), (30_000, 60, 60), (1500, 60, 1), (0, 60, 1)],
                ["0 59 59", "3780 3839 59 open"]
            ),
        ] as [([(Double, Int, Int)], [String])])
    func visits(stretches: [(Double, Int, Int)], expected: [String]) throws {
        let points = try Self.points(stretches.map { (metres: $0.0, count: $0.1, pause: $0.2) })
        var finder = VisitDetector(try place())
        for point in points { finder.add(point) }
        finder.finish()
        #expect(text(finder.visits) == expected)
        let history = MemoryHistory()
        _ = history.append(points)
        let (answer, damaged) = try VisitQuery(history, place()).run(Period(first: nil, last: nil), device: nil)
        #expect(text(answer.visits) == expected && damaged.isEmpty)
    }

    @Test("fixes far away are not read, but count", arguments: [true, false])
    func elsewhere(sealed: Bool) throws {
        let directory = try ScratchDirectory()
        let history = try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
        // Away within a second by plane, and back after a night; the dwell time exceeds the path through the margin.
        let points = try Self.points(
            [(0, 1500, 1), (90_000, 500, 60), (1000, 5, 1), (0, 1500, 1), (90_000, 3, 600)])
        _ = try history.append(points)
        if sealed { try history.seal(before: Self.start + .seconds(1_000_000)) }
        for dwell in [10, 1200] {
            let search = VisitQuery(history, try place(dwell: .seconds(dwell)))
            let (answer, _) = try search.run(Period(first: nil, last: nil), device: "a")
            #expect(text(answer.visits) == ["0 1499 1499", "31505 33004 1499"], "\(dwell)")
        }
        let part = try VisitQuery(history, place()).run(
            Period(first: Self.start + .seconds(20), last: Self.start + .seconds(40)), device: nil)
        #expect(text(part.0.visits) == ["20 40 20 period"])
        #expect(try VisitQuery(history, place()).run(Period(first: nil, last: nil), device: "b").0.visits.isEmpty)
    }

    @Test("overlapping visits of two devices are merged")
    func receivers() throws {
        let history = MemoryHistory()
        _ = try history.append(Self.points([(0, 100, 1), (500, 60, 1)]))
        _ = try history.append(
            Self.points([(0, 100, 1), (500, 60, 1)], device: "b", from: Self.start + .seconds(50)))
        let (answer, _) = try VisitQuery(history, place()).run(Period(first: nil, last: nil), device: nil)
        #expect(text(answer.visits) == ["0 149 149"])
        #expect(
            String(decoding: answer.json, as: UTF8.self)
                == "{\"place\":\"Home\",\"time\":149.0,\"seen\":149.0,\"visits\":[{\"from\":\"2026-01-01T00:00:00.000Z\","
                + "\"to\":\"2026-01-01T00:02:29.000Z\",\"seen\":149.0,\"open\":false}]}\n")
    }

    @Test("fixes without an accuracy count too")
    func imported() throws {
        var finder = VisitDetector(try place())
        for point in try Self.points([(0, 60, 1), (500, 60, 1)]) {
            var fix = point.fix
            fix.horizontalAccuracy = nil
            finder.add(try #require(TrackPoint(fix)))
        }
        finder.finish()
        #expect(text(finder.visits) == ["0 59 59"])
    }

    @Test(
        "the box around a place contains everything within the margin, also at the antimeridian and the poles",
        arguments: [(0.0, 0.0), (48, 11), (-37.8, 179.9999), (70, -179.99), (89.95, 20), (-89.999, 5)])
    func box(latitude: Double, longitude: Double) throws {
        let middle = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let shape = PlaceShape.circle(try #require(PlaceCircle(centre: middle, radius: 3000)))
        let area = try #require(Area(around: shape, margin: 2000))
        for degrees in stride(from: 0.0, to: 360, by: 15) {
            let (north, east) = (4990 * Self.cosine(degrees), 4990 * Self.cosine(degrees - 90))
            #expect(area.contains(middle.moved(north: north, east: east)), "\(degrees)")
        }
        guard abs(latitude) < 80 else { return }
        for (north, east) in [(5300.0, 0.0), (-5300, 0), (0, 5300), (0, -5300)] {
            #expect(!area.contains(middle.moved(north: north, east: east)), "\(north) \(east)")
        }
    }

    /// Computed from the direction of a step, without the C library.
    private static func cosine(_ degrees: Double) -> Double {
        let half = (degrees.remainder(dividingBy: 360)) * .pi / 180
        var (term, sum) = (1.0, 1.0)
        for index in 1..<20 {
            term *= -half * half / Double((2 * index - 1) * (2 * index))
            sum += term
        }
        return sum
    }
}
