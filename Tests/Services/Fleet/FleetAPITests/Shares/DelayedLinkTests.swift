import Access
import Basics
import FleetProtocol
import FleetStore
import HTTPServer
import Location
import PostgreSQL
import Queries
import Synchronization
import Testing

@testable import FleetAPI

/// Links with a delay read their positions from the history, which takes long: seldom, and not for everybody.
@Suite(.enabled(if: TestFleet.isPossible)) struct DelayedLinkTests {
    private let fleet: TestFleet
    private let connection: PostgresConnection
    private let share: FleetShare
    private let secret: Secret

    init() throws {
        fleet = try TestFleet()
        connection = try TestFleet.connect(fleet.database)
        var options = ShareOptions(end: .after(.seconds(3600)), since: fleet.now + .seconds(-100_000))
        (options.precision, options.delay) = (10, .seconds(1800))
        (share, secret) = try fleet.administration().addShare(
            of: .device(FleetContents.name("a-1")), options, member: "ada", at: fleet.now)
    }

    @Test("requests share the position of the last 5 s too, however often a stranger repeats them")
    func requests() throws {
        let request = TestRequest("/s/\(secret.text)/v1/report")
        let first = try text(of: request)
        #expect(first.contains((fleet.now + .seconds(-1800)).iso8601))
        try connection.query(
            "UPDATE whereismy.recent SET time = time - 60000 WHERE time = $1",
            [.integer(fleet.now.milliseconds - 1_800_000)])
        #expect(try text(of: request) == first)
    }

    private func text(of request: TestRequest) throws -> String {
        guard case .bytes(let bytes) = try fleet.send(request, as: .visitor).body else { throw TestFailureError() }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("each link has its own positions, until they are due")
    func links() throws {
        let links = LinkPositions()
        func position(_ share: FleetShare, at second: Int) -> Bool {
            var hasRead = false
            links.with(share, at: .seconds(second)) { positions in
                _ = positions.position(of: 1) {
                    hasRead = true
                    return nil
                }
            }
            return hasRead
        }
        let other = try fleet.administration().addShare(
            of: .device(FleetContents.name("a-1")), ShareOptions(), member: "ada", at: fleet.now
        ).share
        #expect(position(share, at: 100) && position(other, at: 101))
        #expect(!position(share, at: 104) && !position(other, at: 104))
        #expect(position(share, at: 105) && !position(other, at: 105) && position(other, at: 106))
    }

    @Test("new streams of a link share the position of the last 5 s")
    func beginning() throws {
        var source = ShareSource(share, json: DeviceJSON(towns: NearestTowns(path: nil)))
        let interest = StreamSelection([DeviceFeed.Subscription]())
        func time(_ news: EventBatch) -> String? {
            news.all.first.map { String(decoding: $0, as: UTF8.self) }?.firstMatch(of: /"timestamp":"([^"]*)"/)
                .map { String($0.1) }
        }
        func moment(_ second: Int) -> Moment { Moment(uptime: .seconds(second), wallClock: fleet.now) }
        let first = time(try source.beginning(for: interest, isFirst: true, at: moment(100), connection))
        #expect(first == (fleet.now + .seconds(-1800)).iso8601)
        try connection.query(
            "UPDATE whereismy.recent SET time = time - 60000 WHERE time = $1",
            [.integer(fleet.now.milliseconds - 1_800_000)])
        #expect(time(try source.beginning(for: interest, isFirst: false, at: moment(104), connection)) == first)
        let later = try source.changes(for: interest, at: moment(105), connection)
        #expect(time(later) == (fleet.now + .seconds(-1860)).iso8601)
    }

    @Test("a reading that takes long is not repeated before twenty times as long")
    func pauses() throws {
        let clock = Mutex(Duration.zero)
        var positions = DelayedPositions { clock.withLock { $0 } }
        func readings(in seconds: Range<Int>, taking time: Duration) -> [Int] {
            seconds.filter { second in
                var hasRead = false
                positions.expire(at: .seconds(second))
                for device in [Int32(1), 2] {
                    _ = positions.position(of: device) {
                        hasRead = true
                        clock.withLock { $0 += time }
                        return nil
                    }
                }
                return hasRead
            }
        }
        #expect(readings(in: 100..<112, taking: .milliseconds(1)) == [100, 105, 110])
        #expect(readings(in: 115..<240, taking: .seconds(1)) == [115, 155, 195, 235])
    }
}
