import Basics
import Demonstration
import Linux
import Location
import Simulator
import Testing

struct SimulatedFeedTests {
    private static let begin = Timestamp(milliseconds: 1_767_226_012_000)

    private func scenario() -> ScenarioRun { Scenario.demonstration.run(seed: 1, rate: 10, start: Self.begin) }

    @Test("follows its scenario at its pace, also while muted")
    func pace() throws {
        let feed = try SimulatedFeed(scenario(), port: FreePort.udp(), pace: 100)
        feed.mute()
        let start = SystemClock.uptime
        var simulated = Duration.zero
        while simulated < .seconds(10), SystemClock.uptime - start < .seconds(30) {
            _ = Poll.wait([], timeout: .milliseconds(5))
            simulated = (feed.epoch?.time ?? Self.begin) - Self.begin
        }
        let real = SystemClock.uptime - start
        #expect(simulated >= .seconds(10))
        #expect(simulated < real * 100 + .seconds(2))
        feed.stop()
        let epoch = try #require(feed.epoch)
        #expect(scenario().first { $0.time == epoch.time }?.truth == epoch.truth)
    }

    @Test("stops at once, however long the wait for the next epoch, and stays stopped")
    func stops() throws {
        let feed = try SimulatedFeed(scenario(), port: FreePort.udp(), pace: 0.01)
        let start = SystemClock.uptime
        feed.stop()
        #expect(SystemClock.uptime - start < .seconds(20))
        let last = feed.epoch
        #expect(last != nil)
        feed.stop()
        #expect(feed.epoch?.time == last?.time)
    }
}
