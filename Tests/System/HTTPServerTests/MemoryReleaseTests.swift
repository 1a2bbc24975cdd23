import Testing

@testable import HTTPServer

struct MemoryReleaseTests {
    /// Returns the seconds at which memory is returned.
    private func releases(_ counts: [(second: Int, connections: Int)]) -> [Int] {
        var release = MemoryRelease()
        return counts.filter { release.isDue(connections: $0.connections, at: .seconds($0.second)) }.map(\.second)
    }

    @Test("memory is returned once, some time after most clients have left")
    func leaving() {
        #expect(releases([(0, 4000), (5, 10), (24, 10), (25, 0), (26, 0), (100, 0)]) == [25])
        #expect(releases([(0, 4000), (5, 10), (30, 2), (31, 200), (40, 0), (59, 0), (60, 0)]) == [30, 60])
    }

    @Test("clients that come back, few clients and a small part of many return nothing")
    func staying() {
        #expect(releases([(0, 4000), (5, 10), (10, 3000), (25, 3000), (40, 10), (59, 10)]) == [])
        #expect(releases([(0, 127), (5, 0), (100, 0)]) == [])
        #expect(releases([(0, 4000), (5, 2100), (100, 2100)]) == [])
    }

    @Test("the decision has a deadline, so that an idle server wakes for it")
    func deadline() {
        var release = MemoryRelease()
        _ = release.isDue(connections: 500, at: .zero)
        #expect(release.deadline == nil)
        _ = release.isDue(connections: 0, at: .seconds(3))
        #expect(release.deadline == .seconds(3) + MemoryRelease.pause)
    }
}
