import Basics
import Location
import Testing

@testable import Delivery

struct LiveReportsTests {
    private static func position(_ second: Int) -> FixPosition {
        FixPosition(time: Timestamp(milliseconds: 1_800_000_000_000 + Int64(second) * 1000), device: "a")
    }

    private static func reports(maxUnconfirmed: Int = 1) -> LiveReports {
        LiveReports(
            interval: .seconds(10), sendsState: false, remembersPositions: true, maxUnconfirmed: maxUnconfirmed)
    }

    @Test("a fix is offered once, an older one not, and one that is older by more than a minute is")
    func offers() {
        var reports = Self.reports()
        let offered = [nil, 1000, 1000, 940, 939].map { reports.offer($0.map(Self.position)) }
        #expect(offered == [false, true, false, false, true])
    }

    @Test("a report that failed is sent again at once, and a newer one that waits at its own time")
    func again() {
        var reports = Self.reports()
        _ = reports.offer(Self.position(1))
        reports.start(1, at: .seconds(100))
        #expect(reports.due == nil)
        reports.finish(1, isDelivered: false, isWanted: true)
        #expect(reports.due == .zero)
        reports.start(2, at: .seconds(100))
        _ = reports.offer(Self.position(2))
        #expect(reports.isBlocked && reports.due == nil)
        reports.finish(2, isDelivered: false, isWanted: true)
        #expect(reports.due.map { $0 > .seconds(100) } == true)
    }

    @Test("only the newest report is sent again, and answers to unknown ones change nothing")
    func newest() {
        var reports = Self.reports(maxUnconfirmed: 2)
        for number in 1...2 {
            _ = reports.offer(Self.position(number))
            reports.start(UInt64(number), at: .seconds(100 + 10 * number))
        }
        reports.finish(3, isDelivered: true, isWanted: true)
        reports.finish(1, isDelivered: false, isWanted: true)
        #expect(reports.due == nil && reports.newest == Self.position(2))
        #expect(reports.state(of: Self.position(2)) == .sent(2))
        reports.finish(2, isDelivered: true, isWanted: false)
        #expect(reports.due == nil && reports.state(of: Self.position(2)) == .delivered)
        #expect(reports.state(of: Self.position(1)) == LiveDelivery.none)
    }
}
