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
        1: 594 bytes, 90 a3 ab f5
        2: 1040 bytes, a5 61 1b 20
        3: 729 bytes, ca 1c c9 63
        4: 2445 bytes, ba 8a 19 e3
        5: 2224 bytes, 41 48 6 71
        6: 2167 bytes, 1e d9 f0 ac
        7: 1360 bytes, c8 b8 6e 69
        8: 4642 bytes, 92 17 cb 7f
        9: 4925 bytes, 44 49 c4 ca
        10: 3347 bytes, 3c 30 45 81
        11: 1680 bytes, 56 86 30 df
        12: 5795 bytes, ef 2b 3d c8
        13: 7236 bytes, 23 5e b1 f4
        14: 7104 bytes, b8 d6 a6 ab
        15: 1043 bytes, ec fe fa 51
        16: 7317 bytes, c1 6b 78 86
        """
    private static let scenarioLines = """
        parked: 3717 bytes, 3d a0 af 5b
        outline: 23 bytes, fb 44 56 83
        within 3 m: 93 bytes, e cb 35 76
        parked-nmea: 3000 bytes, 21 31 90 f0
        outline: 23 bytes, fb 44 56 83
        within 3 m: 96 bytes, db ff 67 66
        anchor: 3769 bytes, ed a0 d3 40
        outline: 41 bytes, f0 73 39 ff
        within 3 m: 91 bytes, 7c 50 7f ff
        walk-nmea: 3112 bytes, 19 6f 85 f8
        outline: 68 bytes, b 9f 4a 17
        within 3 m: 145 bytes, 70 1b cd cb
        city: 4054 bytes, 69 d9 cb 54
        outline: 87 bytes, 45 d6 c9 d
        within 3 m: 248 bytes, 70 34 2f 4
        city-slow: 3421 bytes, bc fe 5a a6
        outline: 248 bytes, df 45 c9 7
        within 3 m: 567 bytes, 6d 7e a6 eb
        train: 3998 bytes, 44 83 77 d4
        outline: 220 bytes, c8 92 69 8d
        within 3 m: 440 bytes, 28 16 85 75
        antimeridian: 3751 bytes, a8 38 1c 41
        outline: 133 bytes, 8f 4d 9f 8c
        within 3 m: 244 bytes, 29 71 55 30
        pole: 4385 bytes, f0 5e ca 93
        outline: 47 bytes, d6 62 d3 2f
        within 3 m: 155 bytes, c6 2 a 60
        """
    private static let partLines = """
        0: 2013 bytes, 1a 7 5e 2b
        34 parts, 3 legs, climbs (up: 163.79, down: 116.75)
        1: 5878 bytes, e0 2 18 f8
        84 parts, 21 legs, climbs (up: 131.57, down: 87.23)
        2: 4488 bytes, ad 4c c5 37
        57 parts, 21 legs, climbs (up: 317.34, down: 387.71)
        3: 2571 bytes, 1b da a8 72
        32 parts, 7 legs, climbs (up: 17.34, down: 108.99)
        4: 7879 bytes, c0 6a a8 d1
        127 parts, 28 legs, climbs (up: 305.24, down: 262.24)
        5: 2721 bytes, cc 5a 2d fc
        61 parts, 3 legs, climbs (up: 266.93, down: 311.59)
        6: 3278 bytes, 70 26 e fb
        58 parts, 9 legs, climbs (up: 418.67, down: 334.81)
        7: 3259 bytes, ed 48 ee f1
        73 parts, 6 legs, climbs (up: 206.65, down: 178.63)
        8: 3115 bytes, c0 14 67 a
        55 parts, 4 legs, climbs (up: 108.18, down: 95.04)
        9: 2017 bytes, a0 28 70 bd
        32 parts, 7 legs, climbs (up: 0.0, down: 51.43)
        10: 3824 bytes, 2c 94 69 f
        66 parts, 10 legs, climbs (up: 35.6, down: 21.71)
        11: 2818 bytes, b8 e4 39 a3
        44 parts, 6 legs, climbs (up: 243.55, down: 282.5)
        12: 2121 bytes, 80 75 64 62
        32 parts, 7 legs, climbs (up: 231.59, down: 169.43)
        13: 3673 bytes, 6d e2 8c 2
        61 parts, 12 legs, climbs (up: 157.94, down: 141.77)
        14: 2850 bytes, fd 67 a8 7d
        42 parts, 10 legs, climbs (up: 324.46, down: 387.86)
        15: 2180 bytes, 25 6e 32 e4
        27 parts, 9 legs, climbs (up: 490.86, down: 262.4)
        city: 949 bytes, 92 c9 d0 5f
        4 parts, 4 legs, climbs (up: 72.73, down: 68.95)
        walk: 1074 bytes, 92 1b 25 99
        4 parts, 4 legs, climbs (up: 40.09, down: 16.31)
        queue: 768 bytes, 6d 6d e b5
        3 parts, 3 legs, climbs (up: 19.76, down: 22.31)
        anchor: 762 bytes, 74 85 94 1
        8 parts, 1 legs, climbs (up: 0.0, down: 0.0)
        city-teleports: 3274 bytes, 7 bb 6f ee
        40 parts, 11 legs, climbs (up: 72.73, down: 68.95)
        """
    private static let timeLines = """
        1: 107 bytes, 7c 19 f6 c0
        10: 151 bytes, 2b 3b 8e a9
        100: 92 bytes, 63 d9 82 98
        1000: 193 bytes, 6e d4 cc 48
        2000: 194 bytes, 93 ee af 4f
        """
}
