import Access
import Basics
import FleetStore
import History
import Location
import Privacy
import Testing

@testable import FleetAPI

/// The database rounds what a link shows; the service would round it to the same.
@Suite(.enabled(if: TestFleet.isPossible)) struct RoundingTests {
    private func share(_ precision: Double?, _ delay: Duration, of fleet: TestFleet) throws -> FleetShare {
        var options = ShareOptions(end: .after(.seconds(3600)), since: fleet.now + .seconds(-100_000))
        (options.precision, options.delay) = (precision, delay)
        return try fleet.administration().addShare(
            of: .device(FleetContents.name("a-1")), options, member: "ada", at: fleet.now
        ).share
    }

    @Test(
        "a link shows what the service makes of the exact positions", arguments: [nil, 1, 50, 1000, 25_000.0],
        [Duration.zero, .seconds(1800)])
    func report(precision: Double?, delay: Duration) throws {
        let fleet = try TestFleet()
        let share = try share(precision, delay, of: fleet)
        let connection = try TestFleet.connect(fleet.database)
        let (view, ada) = (PublicView(share, at: fleet.now), try fleet.viewer("ada"))
        let exact = try #require(
            try FleetReader(connection, as: ada).device(named: FleetContents.name("a-1"), at: fleet.now))
        let past = DeviceHistory(connection, of: exact, as: ada)
        let before = try view.latest.map { try past.neighbours(of: $0, device: nil).before }
        let expected =
            before.map { view.report(of: $0, at: fleet.now, staleAfter: exact.staleAfter).report }
            ?? view.report(exact.report(at: fleet.now)).report
        var positions = DelayedPositions()
        let shown = try #require(
            try ShareView(share, at: fleet.now).devices(connection, knowing: &positions).first)
        #expect(shown.report == expected && shown.report.fix?.coordinate != nil)

        var (points, all): ([TrackPoint], [TrackPoint]) = ([], [])
        _ = try SharedHistory(connection, of: exact, as: share, at: fleet.now).forEachPoint(PointQuery()) {
            points.append($0)
        }
        _ = try past.forEachPoint(PointQuery()) { all.append($0) }
        #expect(points.compactMap(view.point) == all.compactMap(view.point) && points.count > 140)
    }
}
