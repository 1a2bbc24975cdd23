import Location
import Testing

@testable import History

struct ThinningRuleTests {
    private let rule = ThinningRule(age: .seconds(1), movingInterval: .seconds(10), stationaryInterval: .seconds(300))

    @Test("one point per interval remains, by motion")
    func intervals() throws {
        let path = try Sample.points(0...35)
        let stay = try Sample.points(36...700, motion: .stationary)
        #expect(rule.thin(path + stay).seconds == [0, 10, 20, 30, 36, 336, 636])
    }

    @Test("an unknown motion counts as moving")
    func unknown() throws {
        #expect(rule.thin(try Sample.points(0...25, motion: .unknown)).seconds == [0, 10, 20])
    }

    @Test("starts and ends of stays remain")
    func changes() throws {
        let points = try Sample.points(0...2) + Sample.points(3...4, motion: .stationary) + Sample.points(5...6)
        #expect(rule.thin(points).seconds == [0, 3, 5])
    }

    @Test("a claim of a contradicted receiver does not displace what is trusted")
    func claims() throws {
        let claims = try Sample.points(10...15, motion: .unknown).map { point in
            try #require(TrackPoint(point.fix, motion: .unknown, integrity: .contradicted))
        }
        #expect(rule.thin(claims + (try Sample.points(16...30))).seconds == [10, 16, 26])
    }

    @Test("thinning is idempotent, also for no points")
    func again() throws {
        let once = rule.thin(try Sample.points(0...100))
        #expect(rule.thin(once) == once)
        #expect(rule.thin([]) == [])
    }
}
