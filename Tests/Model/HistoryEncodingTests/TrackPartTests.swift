import Basics
import Location
import Simulator
import Testing

@testable import HistoryEncoding

/// Parts of tracks: what they have in common with their points, and their encoding.
struct TrackPartTests {
    /// A point with what no statistics need left out, as parts are stored.
    private func bare(_ point: TrackPoint) throws -> TrackPoint {
        var fix = Fix(device: point.fix.device, mode: .twoDimensional)
        fix.timestamp = point.timestamp
        fix.coordinate = point.coordinate
        fix.horizontalAccuracy = point.fix.horizontalAccuracy
        return try #require(TrackPoint(fix, motion: point.motion))
    }

    private func bare(_ place: StayCandidate) throws -> StayCandidate {
        var copy = StayCandidate(anchor: try bare(place.anchor))
        (copy.last, copy.centre) = (try bare(place.last), try bare(place.centre))
        (copy.figures, copy.approach, copy.departure) = (place.figures, place.approach, place.departure)
        (copy.averaged, copy.north, copy.east) = (place.averaged, place.north, place.east)
        return copy
    }

    private func bare(_ part: TrackPart) throws -> TrackPart {
        TrackPart(
            start: try bare(part.start),
            legs: try part.legs.map { TrackPart.Leg(passage: $0.passage, place: try bare($0.place)) },
            usual: part.usual,
            altitudes: part.altitudes)
    }

    @Test("parts are decoded as they were encoded", arguments: 0..<40 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var journey = RandomJourney(seed: seed)
        let parts = TrackPart.parts(of: journey.points())
        let bytes = TrackPartCoding.encode(parts)
        let decoded = try TrackPartCoding.decode(bytes, device: RandomJourney.device)
        #expect(try decoded == parts.map { try bare($0) })
        #expect(TrackPartCoding.encode(decoded) == bytes && decoded.allSatisfy { $0.device == RandomJourney.device })
    }

    @Test(
        "changed bytes are rejected or decoded, and what is decoded is of this time and Earth",
        arguments: 0..<10 as Range<UInt64>)
    func damage(seed: UInt64) {
        var journey = RandomJourney(seed: seed)
        var generator = SeededGenerator(seed: seed)
        let bytes = TrackPartCoding.encode(TrackPart.parts(of: journey.points(sections: 4)))
        #expect(throws: SegmentError.damaged) { try TrackPartCoding.decode(Array(bytes.dropLast()), device: "d") }
        for _ in 0..<300 {
            let changed = bytes.mutated(using: &generator).resealed
            guard let parts = try? TrackPartCoding.decode(changed, device: "d") else { continue }
            #expect(parts.allSatisfy { $0.first.timestamp.isStorable && $0.last.timestamp.isStorable })
        }
    }

    @Test(
        "each point is in one part, a part has no gap and is within a quarter of an hour",
        arguments: 0..<40 as Range<UInt64>)
    func division(seed: UInt64) {
        var journey = RandomJourney(seed: seed)
        let points = journey.points()
        let parts = TrackPart.parts(of: points)
        #expect(parts.reduce(0) { $0 + $1.points } == points.count)
        var rest = points[...]
        for part in parts {
            let own = rest.prefix(part.points)
            rest = rest.dropFirst(part.points)
            #expect(own.first == part.first && own.last == part.last)
            let slots = own.map { $0.timestamp.milliseconds / 900_000 }
            #expect(slots.first == slots.last)
            let steps = zip(own, own.dropFirst()).map { $1.timestamp.milliseconds - $0.timestamp.milliseconds }
            #expect(steps.last.map { part.usual == .milliseconds($0) } ?? true)
            #expect(part.interval == (own.count > 1 ? .milliseconds(steps.reduce(0, +) / Int64(steps.count)) : nil))
            // Each millisecond between the points is counted once, as motion or as standing.
            let places = [part.start.figures] + part.legs.flatMap { [$0.passage, $0.place.figures] }
            #expect(places.reduce(0) { $0 + $1.covered } == steps.reduce(0, +))
            #expect(places.allSatisfy { $0.unknown == 0 && $0.gapDistance == 0 })
            let heights = own.compactMap(Altitude.init)
            #expect(part.altitudes?.first == heights.first && part.altitudes?.last == heights.last)
        }
    }

    @Test(
        "the figures of a path are those of its halves together, wherever it is divided",
        arguments: 0..<20 as Range<UInt64>)
    func addition(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var journey = RandomJourney(seed: seed)
        let points = Array(journey.points(sections: 3))
        let steps = zip(points, points.dropFirst()).map {
            TrackStep(from: $0, to: $1, isGap: Bool.random(using: &generator) && $0.timestamp.milliseconds % 7 == 0)
        }
        func figures(_ range: Range<Int>) -> PathFigures {
            var figures = PathFigures()
            for index in range {
                if index > 0 { figures.add(steps[index - 1]) }
                let altitude = points[..<index].compactMap(Altitude.init).last
                figures.measure(points[index], after: index > 0 ? steps[index - 1] : nil, altitude: altitude)
            }
            return figures
        }
        let whole = figures(0..<points.count)
        for _ in 0..<20 {
            let middle = Int.random(in: 0...points.count, using: &generator)
            var sum = figures(0..<middle)
            sum.append(figures(middle..<points.count))
            #expect(sum.points == whole.points && sum.covered == whole.covered && sum.distance == whole.distance)
            #expect(
                sum.unknown == whole.unknown && sum.gapDistance == whole.gapDistance && sum.altitudes == whole.altitudes
            )
            #expect(sum.climb.bins == whole.climb.bins, "seed \(seed), divided at \(middle)")
        }
    }

    @Test("the top speed is the highest that two consecutive points reach", arguments: 0..<30 as Range<UInt64>)
    func topSpeed(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let speeds = (0..<40).map { _ in
            Int.random(in: 0...5, using: &generator) == 0 ? nil : Int64.random(in: 0...30, using: &generator)
        }
        let expected = zip(speeds, speeds.dropFirst()).compactMap { a, b in a.flatMap { a in b.map { min(a, $0) } } }
            .max()
        for middle in 0...speeds.count {
            var (first, second) = (TopSpeed(), TopSpeed())
            for speed in speeds[..<middle] { first.add(speed) }
            for speed in speeds[middle...] { second.add(speed) }
            first.append(second)
            #expect(first.value == expected && first.metresPerSecond == expected.map { Double($0) / 1000 })
        }
    }
}
