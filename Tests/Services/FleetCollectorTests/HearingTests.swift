import Basics
import FleetStore
import Testing

@testable import FleetCollector

/// A collector knows for how long it has heard its devices.
struct HearingTests {
    private typealias Heard = SilenceMonitor.Heard

    private func seconds(_ directly: Int, _ byBroker: Int) -> Heard {
        Heard(directly: .seconds(directly), byBroker: .seconds(byBroker))
    }

    @Test("nothing is heard before both the database and the broker are there")
    func start() {
        var hearing = Hearing(hasBroker: true)
        #expect(hearing.heard(at: .seconds(100)) == seconds(0, 0))
        hearing.setDatabase(true, at: .seconds(100))
        #expect(hearing.heard(at: .seconds(110)) == seconds(10, 0))
        hearing.setBroker(true, at: .seconds(110))
        #expect(hearing.heard(at: .seconds(130)) == seconds(30, 20))
    }

    @Test("an outage of the database begins anew, and being there once more does not")
    func database() {
        var hearing = Hearing(hasBroker: true)
        hearing.setDatabase(true, at: .zero)
        hearing.setBroker(true, at: .zero)
        hearing.setDatabase(true, at: .seconds(50))
        #expect(hearing.heard(at: .seconds(100)) == seconds(100, 100))
        hearing.setDatabase(false, at: .seconds(100))
        #expect(hearing.heard(at: .seconds(180)) == seconds(0, 0))
        hearing.setDatabase(true, at: .seconds(180))
        #expect(hearing.heard(at: .seconds(190)) == seconds(10, 10))
    }

    @Test("an outage of the broker concerns only the devices that use it")
    func broker() {
        var hearing = Hearing(hasBroker: true)
        hearing.setDatabase(true, at: .zero)
        hearing.setBroker(true, at: .zero)
        hearing.setBroker(false, at: .seconds(100))
        hearing.setBroker(true, at: .seconds(180))
        #expect(hearing.heard(at: .seconds(200)) == seconds(200, 20))
    }

    @Test("without a broker all devices are heard by HTTP")
    func withoutBroker() {
        var hearing = Hearing(hasBroker: false)
        hearing.setDatabase(true, at: .zero)
        #expect(hearing.heard(at: .seconds(5)) == seconds(5, 5))
    }

    @Test(
        "a machine that has slept, and a clock that was set forward, begin anew",
        arguments: [(5, 5, 605), (34, 34, 634), (1200, 1200, 0), (5, 1200, 0), (5, -900, 605)])
    func waking(uptime: Int, wallClock: Int, heard: Int) {
        var hearing = Hearing(hasBroker: true)
        hearing.setDatabase(true, at: .zero)
        hearing.setBroker(true, at: .zero)
        let noon = Timestamp(milliseconds: 1_790_000_000_000)
        let start = Moment(uptime: .seconds(600), wallClock: noon)
        let end = Moment(uptime: start.uptime + .seconds(uptime), wallClock: noon + .seconds(wallClock))
        hearing.wake(from: start, to: end, planned: .seconds(5))
        #expect(hearing.heard(at: end.uptime).byBroker == .seconds(heard))
    }
}
