import Demonstration
import Linux
import Location
import Simulator
import Testing

struct SimulatedFeedTests {
    private func receiver() -> SimulatedReceiver {
        SimulatedReceiver(route: .melbourne, start: Timestamp(milliseconds: 1_767_226_012_000), rate: 10)
    }

    @Test("goes along its route at its pace, also while it is silent")
    func pace() throws {
        let feed = try SimulatedFeed(receiver(), port: FreePort.udp(), pace: 100)
        feed.silence()
        let start = SystemClock.uptime
        _ = Poll.wait([], timeout: .milliseconds(200))
        let epoch = try #require(feed.epoch)
        let simulated = epoch.time - Timestamp(milliseconds: 1_767_226_012_000)
        #expect(simulated > .seconds(10) && simulated < (SystemClock.uptime - start) * 100 + .seconds(20))
        #expect(feed.truth == epoch.truth)
        feed.stop()
    }

    @Test("stops at once, however long it would wait for the next epoch, and stays stopped")
    func stops() throws {
        let feed = try SimulatedFeed(receiver(), port: FreePort.udp(), pace: 0.01)
        let start = SystemClock.uptime
        feed.stop()
        #expect(SystemClock.uptime - start < .seconds(1))
        let last = feed.epoch
        #expect(last != nil)
        feed.stop()
        #expect(feed.epoch?.time == last?.time)
    }
}
