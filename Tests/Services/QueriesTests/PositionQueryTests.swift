import Basics
import Location
import Testing

@testable import Queries

struct PositionQueryTests {
    private let now = Timestamp(milliseconds: 1_774_872_000_000)

    private func newest(at timestamp: Timestamp, age: Duration = .seconds(1)) throws -> NewestPosition {
        var report = Report(state: .live, since: now)
        report.fix = Fix(device: "a", mode: .twoDimensional)
        report.fix?.timestamp = timestamp
        report.fix?.coordinate = Coordinate(latitude: 48, longitude: 11)
        report.age = age
        return try #require(NewestPosition(report, now: now, staleAfter: .seconds(10)))
    }

    @Test(
        "the newest fix is the present also where this machine's clock is behind the receiver's",
        arguments: [(-2000, 0, true), (500, 0, true), (500, -1000, true), (500, -1001, false), (-2000, 1, false)])
    func present(fix: Int, moment: Int, isCurrent: Bool) throws {
        let newest = try newest(at: now + .milliseconds(fix))
        #expect(newest.isCurrent(at: now + .milliseconds(moment), device: nil) == isCurrent)
        #expect(!newest.isCurrent(at: now + .milliseconds(moment), device: "b"))
    }

    @Test("a fix older than allowed is the last one, not the present")
    func stale() throws {
        #expect(try newest(at: now + .seconds(-10), age: .seconds(10)).isCurrent(at: now, device: "a"))
        let old = try newest(at: now + .seconds(-11), age: .seconds(11))
        #expect(!old.isCurrent(at: now, device: "a") && old.isLast(before: now, device: "a"))
        #expect(!old.isLast(before: now, device: "b") && !old.isLast(before: now + .seconds(-12), device: nil))
    }
}
