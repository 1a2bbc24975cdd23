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
        0: 2013 bytes, 24 e6 55 a2
        34 parts, 3 legs, climbs (up: 163.79, down: 131.78)
        1: 5621 bytes, ce 7d 23 1b
        84 parts, 22 legs, climbs (up: 131.57, down: 87.23)
        2: 4488 bytes, 93 91 df 3
        57 parts, 21 legs, climbs (up: 332.74, down: 403.11)
        3: 2571 bytes, ea 26 f3 29
        32 parts, 7 legs, climbs (up: 17.34, down: 121.33)
        4: 7670 bytes, c 7d c6 24
        127 parts, 31 legs, climbs (up: 331.52, down: 288.52)
        5: 2721 bytes, 7a 5f dd 0
        61 parts, 3 legs, climbs (up: 266.93, down: 311.59)
        6: 3278 bytes, b7 4c 43 25
        58 parts, 9 legs, climbs (up: 478.07, down: 374.07)
        7: 3259 bytes, c9 8e 4b 1d
        73 parts, 6 legs, climbs (up: 206.65, down: 178.63)
        8: 3115 bytes, c7 9c fb e8
        55 parts, 4 legs, climbs (up: 135.58, down: 95.04)
        9: 2017 bytes, e7 e9 c0 ea
        32 parts, 7 legs, climbs (up: 0.0, down: 67.93)
        10: 3817 bytes, 36 80 4a 7f
        66 parts, 10 legs, climbs (up: 35.6, down: 54.18)
        11: 2825 bytes, 5 23 9c 2c
        44 parts, 7 legs, climbs (up: 271.55, down: 295.4)
        12: 2121 bytes, 2f e6 e0 1b
        32 parts, 7 legs, climbs (up: 277.45, down: 215.29)
        13: 3649 bytes, cf 6d cc 38
        61 parts, 12 legs, climbs (up: 157.94, down: 141.77)
        14: 2850 bytes, a5 4d c1 5b
        42 parts, 10 legs, climbs (up: 379.21, down: 427.81)
        15: 2180 bytes, 39 58 19 a6
        27 parts, 9 legs, climbs (up: 516.46, down: 288.0)
        city: 949 bytes, e 67 fc e9
        4 parts, 4 legs, climbs (up: 72.73, down: 68.95)
        walk: 1074 bytes, fd 23 ac bc
        4 parts, 4 legs, climbs (up: 40.09, down: 16.31)
        queue: 768 bytes, 3d be 52 ec
        3 parts, 3 legs, climbs (up: 19.76, down: 22.31)
        anchor: 762 bytes, 83 86 2d 77
        8 parts, 1 legs, climbs (up: 0.0, down: 0.0)
        city-teleports: 3274 bytes, 38 56 89 af
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
