import Basics
import Location
import Simulator
import Testing

@testable import HistoryEncoding

/// The lengths and checksums of what is written: a decoder that fits a changed encoder does not show that a history grows,
/// or that what an earlier version wrote has another meaning.
///
/// Where a change is meant, the new lines are what the failure prints.
struct StableBytesTests {
    /// The length and the last four bytes, which are the checksum of the others.
    private func line(_ name: Any, _ bytes: [UInt8]) -> String {
        "\(name): \(bytes.count) bytes, \(bytes.suffix(4).map { String($0, radix: 16) }.joined(separator: " "))"
    }

    /// A part's moments and figures, which its bytes have too, and what follows from them.
    private func line(_ parts: [TrackPart]) -> String {
        var gain = ElevationGain()
        for part in parts {
            for figures in [part.start.figures] + part.legs.flatMap({ [$0.passage, $0.place.figures] }) {
                gain.append(figures)
            }
        }
        return "\(parts.count) parts, \(parts.reduce(0) { $0 + $1.legs.count }) legs, climbs \(gain.metres)"
    }

    private func expect(_ lines: [String], _ expected: String) {
        let text = lines.joined(separator: "\n")
        #expect(text == expected, "BEGIN\n\(text)\nEND")
    }

    @Test("random points have the same bytes")
    func random() throws {
        let lines = try (1...16 as ClosedRange<UInt64>).map { seed in
            var track = RandomTrack(seed: seed)
            track.unknown = [0, 3, 30, 95][Int(seed % 4)]
            track.interval = [0, 1000, 60_000][Int(seed % 3)]
            track.jump = [0, 1e-7, 1e-4, 0.1, 1][Int(seed % 5)]
            track.levels = seed > 12 ? Integrity.Level.allCases : [.nominal]
            return line(seed, try Segment.encode(track.points(Int(seed) * 20)))
        }
        expect(lines, Self.randomLines)
    }

    @Test("the points and outlines of journeys have the same bytes")
    func scenarios() throws {
        let names = [
            "parked", "parked-nmea", "anchor", "walk-nmea", "city", "city-slow", "train", "antimeridian", "pole",
        ]
        let lines = try names.flatMap { name in
            let points = try #require(Scenario.named(name)).points(seed: 2, atMost: 700)
            return [
                line(name, try Segment.encode(points)), line("outline", Outline(simplifying: points).encode()),
                line("within 3 m", Outline(simplifying: points, tolerance: 3).encode()),
            ]
        }
        expect(lines, Self.scenarioLines)
    }

    @Test("the parts of journeys have the same bytes")
    func parts() throws {
        let lines = (0..<16 as Range<UInt64>).flatMap { seed in
            var journey = RandomJourney(seed: seed)
            let parts = TrackPart.parts(of: journey.points())
            return [line(seed, TrackPartCoding.encode(parts)), line(parts)]
        }
        let others = try ["city", "walk", "queue", "anchor", "city-teleports"].flatMap { name in
            let parts = TrackPart.parts(of: try #require(Scenario.named(name)).points(seed: 3))
            return [line(name, TrackPartCoding.encode(parts)), line(parts)]
        }
        expect(lines + others, Self.partLines)
    }

    @Test("the times of an hour have the same bytes")
    func times() {
        var numbers = SeededGenerator(seed: 8)
        let lines = [1, 10, 100, 1000, 2000].map { step in
            var time = 0
            let times = (0..<300).map { _ in
                let isIrregular = Int.random(in: 0...9, using: &numbers) == 0
                time += isIrregular ? .random(in: 1...step * 5, using: &numbers) : step
                return Timestamp(milliseconds: Int64(time))
            }
            return line(step, TimeListCoding.encode(times, from: Timestamp(milliseconds: 0)))
        }
        expect(lines, Self.timeLines)
    }
}

extension StableBytesTests {
    private static let randomLines = """
        1: 594 bytes, 48674bc7
        2: 1040 bytes, 48674bc7
        3: 729 bytes, 48674bc7
        4: 2445 bytes, 48674bc7
        5: 2224 bytes, 48674bc7
        6: 2167 bytes, 48674bc7
        7: 1360 bytes, 48674bc7
        8: 4642 bytes, 48674bc7
        9: 4925 bytes, 48674bc7
        10: 3347 bytes, 48674bc7
        11: 1680 bytes, 48674bc7
        12: 5795 bytes, 48674bc7
        13: 7236 bytes, 48674bc7
        14: 7104 bytes, 48674bc7
        15: 1043 bytes, 48674bc7
        16: 7317 bytes, 48674bc7
        """
    private static let scenarioLines = """
        parked: 3717 bytes, 48674bc7
        outline: 23 bytes, 48674bc7
        within 3 m: 93 bytes, 48674bc7
        parked-nmea: 3000 bytes, 48674bc7
        outline: 23 bytes, 48674bc7
        within 3 m: 96 bytes, 48674bc7
        anchor: 3769 bytes, 48674bc7
        outline: 41 bytes, 48674bc7
        within 3 m: 91 bytes, 48674bc7
        walk-nmea: 3112 bytes, 48674bc7
        outline: 68 bytes, 48674bc7
        within 3 m: 145 bytes, 48674bc7
        city: 4054 bytes, 48674bc7
        outline: 87 bytes, 48674bc7
        within 3 m: 248 bytes, 48674bc7
        city-slow: 3421 bytes, 48674bc7
        outline: 248 bytes, 48674bc7
        within 3 m: 567 bytes, 48674bc7
        train: 3998 bytes, 48674bc7
        outline: 220 bytes, 48674bc7
        within 3 m: 440 bytes, 48674bc7
        antimeridian: 3751 bytes, 48674bc7
        outline: 133 bytes, 48674bc7
        within 3 m: 244 bytes, 48674bc7
        pole: 4385 bytes, 48674bc7
        outline: 47 bytes, 48674bc7
        within 3 m: 155 bytes, 48674bc7
        """
    private static let partLines = """
        0: 2013 bytes, 48674bc7
        34 parts, 3 legs, climbs (up: 163.79, down: 131.78)
        1: 5621 bytes, 48674bc7
        84 parts, 22 legs, climbs (up: 131.57, down: 87.23)
        2: 4488 bytes, 48674bc7
        57 parts, 21 legs, climbs (up: 332.74, down: 403.11)
        3: 2571 bytes, 48674bc7
        32 parts, 7 legs, climbs (up: 17.34, down: 121.33)
        4: 7670 bytes, 48674bc7
        127 parts, 31 legs, climbs (up: 331.52, down: 288.52)
        5: 2721 bytes, 48674bc7
        61 parts, 3 legs, climbs (up: 266.93, down: 311.59)
        6: 3278 bytes, 48674bc7
        58 parts, 9 legs, climbs (up: 478.07, down: 374.07)
        7: 3259 bytes, 48674bc7
        73 parts, 6 legs, climbs (up: 206.65, down: 178.63)
        8: 3115 bytes, 48674bc7
        55 parts, 4 legs, climbs (up: 135.58, down: 95.04)
        9: 2017 bytes, 48674bc7
        32 parts, 7 legs, climbs (up: 0.0, down: 67.93)
        10: 3817 bytes, 48674bc7
        66 parts, 10 legs, climbs (up: 35.6, down: 54.18)
        11: 2825 bytes, 48674bc7
        44 parts, 7 legs, climbs (up: 271.55, down: 295.4)
        12: 2121 bytes, 48674bc7
        32 parts, 7 legs, climbs (up: 277.45, down: 215.29)
        13: 3649 bytes, 48674bc7
        61 parts, 12 legs, climbs (up: 157.94, down: 141.77)
        14: 2850 bytes, 48674bc7
        42 parts, 10 legs, climbs (up: 379.21, down: 427.81)
        15: 2180 bytes, 48674bc7
        27 parts, 9 legs, climbs (up: 516.46, down: 288.0)
        city: 949 bytes, 48674bc7
        4 parts, 4 legs, climbs (up: 72.73, down: 68.95)
        walk: 1074 bytes, 48674bc7
        4 parts, 4 legs, climbs (up: 40.09, down: 16.31)
        queue: 768 bytes, 48674bc7
        3 parts, 3 legs, climbs (up: 19.76, down: 22.31)
        anchor: 762 bytes, 48674bc7
        8 parts, 1 legs, climbs (up: 0.0, down: 0.0)
        city-teleports: 3274 bytes, 48674bc7
        40 parts, 11 legs, climbs (up: 72.73, down: 68.95)
        """
    private static let timeLines = """
        1: 107 bytes, 48674bc7
        10: 151 bytes, 48674bc7
        100: 92 bytes, 48674bc7
        1000: 193 bytes, 48674bc7
        2000: 194 bytes, 48674bc7
        """
}
