import Basics
import History
import Linux
import Location
import Places
import Simulator
import TestSupport
import Testing
import Tracks

@testable import Queries

/// The trips and stays of simulated days, whose truth is known.
struct JourneyTests {
    /// A day: a stay, a trip, a stay, the way back, a stay.
    private struct SimulatedDay {
        var points: [TrackPoint] = []
        /// The true trips: their times and ends.
        var trips: [(from: Timestamp, to: Timestamp, start: Coordinate, end: Coordinate, distance: Double)] = []
        private var time = Timestamp(milliseconds: 1_773_532_800_000) + .seconds(6 * 3600)
        private var generator: SeededGenerator

        init(seed: UInt64) throws {
            generator = SeededGenerator(seed: seed)
            let scenario = try #require(Scenario.named(seed % 2 == 0 ? "city" : "road"))
            let there = scenario.run(seed: seed + 1, isQuiet: true).map { ($0.truth, $0.fix) }
            let ends = [there.first, there.last].compactMap { $0?.0.coordinate }
            try stand(at: ends[0], minutes: 20)
            try go(there)
            try stand(at: ends[1], minutes: 90)
            try go(there.reversed())
            try stand(at: ends[0], minutes: 200)
        }

        private mutating func stand(at place: Coordinate, minutes: Int) throws {
            var stray = (north: 0.0, east: 0.0)
            for _ in 0..<(minutes * 6) {
                stray.north = stray.north * 0.95 + Double.random(in: -1.5...1.5, using: &generator)
                stray.east = stray.east * 0.95 + Double.random(in: -1.5...1.5, using: &generator)
                time = time + .seconds(10)
                try add(place.moved(north: stray.north, east: stray.east), speed: 0, .stationary)
            }
        }

        private mutating func go(_ epochs: [(GroundTruth, Fix?)]) throws {
            let start = time
            for (truth, fix) in epochs {
                time = time + .seconds(1)
                guard let fix, let place = fix.coordinate else { continue }
                try add(place, speed: truth.speed, truth.isMoving ? .moving : .stationary)
            }
            let moving = epochs.indices.filter { epochs[$0].0.isMoving }
            let (first, last) = (try #require(moving.first), try #require(moving.last))
            let ends = (epochs[first].0, epochs[last].0)
            trips.append(
                (
                    start + .seconds(first + 1), start + .seconds(last + 1), ends.0.coordinate, ends.1.coordinate,
                    abs(ends.1.distance - ends.0.distance)
                ))
        }

        private mutating func add(_ place: Coordinate, speed: Double, _ motion: Motion) throws {
            var fix = Fix(device: "a", mode: .twoDimensional)
            fix.timestamp = time
            fix.coordinate = place
            fix.speed = speed
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .receiver)
            points.append(try #require(TrackPoint(fix, motion: motion)))
        }
    }

    private let utc = LocalClock(civilTime: { CivilTime($0) }, timestamp: { Timestamp($0) })

    @Test("each trip of a simulated day is found, and no other", arguments: 0..<20)
    func trips(seed: UInt64) throws {
        let truth = try SimulatedDay(seed: seed)
        let history = MemoryHistory()
        _ = history.append(truth.points)
        let first = try #require(truth.points.first)
        let day = LocalDay(CivilTime(first.timestamp))
        let (result, _) = try JourneyQuery(history).run(day, device: nil, clock: utc)
        let found = result.summary.trips
        try #require(found.count == truth.trips.count && result.summary.stays.count == 3)
        for (trip, known) in zip(found, truth.trips) {
            #expect(abs((trip.from - known.from).inSeconds) < 60 && abs((trip.to - known.to).inSeconds) < 60)
            #expect(trip.start.distance(to: known.start) < 50 && trip.end.distance(to: known.end) < 50)
            let error = trip.distance + trip.gapDistance - known.distance
            #expect(abs(error) < 50 + known.distance * 0.02)
        }
        let (statistics, _) = try StatisticsQuery(history).run(
            Period(first: nil, last: nil), device: nil, clock: utc)
        #expect(statistics.devices.first?.summary.trips == found)
        #expect(statistics.devices.first?.summary.stays == result.summary.stays)
    }

    @Test("the entries are in order, named by the owner's places, and have their confidence")
    func entries() throws {
        let truth = try SimulatedDay(seed: 1)
        let history = MemoryHistory()
        _ = history.append(truth.points)
        let first = try #require(truth.points.first)
        let day = LocalDay(CivilTime(first.timestamp))
        let (result, _) = try JourneyQuery(history).run(day, device: nil, clock: utc)
        let kinds = result.entries.map { entry in
            if case .trip = entry { "trip" } else if case .stay = entry { "stay" } else { "gap" }
        }
        #expect(kinds == ["stay", "trip", "stay", "trip", "stay"])
        #expect(result.entries.allSatisfy { (0.8...1).contains($0.confidence) })
        let home = try #require(PlaceCircle(centre: truth.trips[0].start, radius: 200))
        let name = try #require(PlaceName("Home"))
        let place = try #require(Place(name: name, shape: .circle(home)))
        let text = String(decoding: result.json(PlaceNames(own: [place])), as: UTF8.self)
        #expect(text.split(separator: "\"place\":\"Home\"").count == 5)
        let (empty, _) = try JourneyQuery(history).run(day.advanced(by: 1), device: nil, clock: utc)
        #expect(empty.entries.isEmpty)
    }
}
