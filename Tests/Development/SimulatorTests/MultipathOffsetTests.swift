import Testing

@testable import Simulator

struct MultipathOffsetTests {
    /// Returns the offsets in metres for each second in the canyon and afterwards.
    private func sizes(seed: UInt64, outside: SignalEnvironment) throws -> (inside: [Double], outside: [Double]) {
        var generator = SeededGenerator(seed: seed)
        var excursion = MultipathOffset(using: &generator)
        let sizes = try [(SignalEnvironment.canyon, 200), (outside, 20)].map { surroundings, seconds in
            let sky = try #require(SkyCondition(surroundings))
            return (0..<seconds).map { _ in
                excursion.advance(1, under: sky, using: &generator)
                return excursion.size
            }
        }
        return (sizes[0], sizes[1])
    }

    @Test("reflections of a canyon end within seconds of leaving it, but not at once", arguments: 1...100)
    func leaving(seed: UInt64) throws {
        let open = try sizes(seed: seed, outside: .open)
        #expect(open.outside.dropFirst(7).allSatisfy { $0 == 0 })
        let before = open.inside.suffix(8)
        let (least, most) = (try #require(before.min()), try #require(before.max()))
        #expect(least < max(10, 0.6 * most) || open.outside[0] > 0.2 * most)
        let street = try sizes(seed: seed, outside: .street)
        #expect(street.outside.dropFirst(7).allSatisfy { $0 < 18 * 1.6 })
    }
}
