import Basics
import FleetStore
import Testing

@testable import FleetCollector

/// A collector knows for how long it has received from its devices.
struct ReceptionTests {
    private typealias Durations = SilenceMonitor.Reception

    private func seconds(_ directly: Int, _ byBroker: Int) -> Durations {
        Durations(directly: .seconds(directly), byBroker: .seconds(byBroker))
    }

    @Test("nothing is received before both the database and the broker are there")
    func start() {
        var reception = Reception(hasBroker: true)
        #expect(reception.duration(at: .seconds(100)) == seconds(0, 0))
        reception.setDatabase(true, at: .seconds(100))
        #expect(reception.duration(at: .seconds(110)) == seconds(10, 0))
        reception.setBroker(true, at: .seconds(110))
        #expect(reception.duration(at: .seconds(130)) == seconds(30, 20))
    }

    @Test("an outage of the database begins anew, and being there once more does not")
    func database() {
        var reception = Reception(hasBroker: true)
        reception.setDatabase(true, at: .zero)
        reception.setBroker(true, at: .zero)
        reception.setDatabase(true, at: .seconds(50))
        #expect(reception.duration(at: .seconds(100)) == seconds(100, 100))
        reception.setDatabase(false, at: .seconds(100))
        #expect(reception.duration(at: .seconds(180)) == seconds(0, 0))
        reception.setDatabase(true, at: .seconds(180))
        #expect(reception.duration(at: .seconds(190)) == seconds(10, 10))
    }

    @Test("an outage of the broker concerns only the devices that use it")
    func broker() {
        var reception = Reception(hasBroker: true)
        reception.setDatabase(true, at: .zero)
        reception.setBroker(true, at: .zero)
        reception.setBroker(false, at: .seconds(100))
        reception.setBroker(true, at: .seconds(180))
        #expect(reception.duration(at: .seconds(200)) == seconds(200, 20))
    }

    @Test("without a broker all devices report by HTTP")
    func withoutBroker() {
        var reception = Reception(hasBroker: false)
        reception.setDatabase(true, at: .zero)
        #expect(reception.duration(at: .seconds(5)) == seconds(5, 5))
    }

    @Test(
        "a machine that has slept, and a clock that was set forward, begin anew",
        arguments: [(5, 5, 605), (34, 34, 634), (1200, 1200, 0), (5, 1200, 0), (5, -900, 605)])
    func waking(uptime: Int, wallClock: Int, receiving: Int) {
        var reception = Reception(hasBroker: true)
        reception.setDatabase(true, at: .zero)
        reception.setBroker(true, at: .zero)
        let noon = Timestamp(milliseconds: 1_790_000_000_000)
        let start = Moment(uptime: .seconds(600), wallClock: noon)
        let end = Moment(uptime: start.uptime + .seconds(uptime), wallClock: noon + .seconds(wallClock))
        reception.wake(from: start, to: end, planned: .seconds(5))
        #expect(reception.duration(at: end.uptime).byBroker == .seconds(receiving))
    }
}
