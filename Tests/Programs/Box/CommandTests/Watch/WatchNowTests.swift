import Command
import CommandLine
import Location
import Testing

/// The position now in `whereismy watch`.
struct WatchNowTests {
    @Test("in motion the position is that of now, which goes on between reports, and the age that of the fix")
    func now() {
        var report = SampleReport.moving()
        report.received = FakeSystem.now
        report.now?.time = FakeSystem.now
        let system = FakeSystem(
            columns: 200,
            script: [
                WatchCommandTests.bytes(WatchCommandTests.head + WatchCommandTests.event(report)),
                FakeSystem.TimedEvent(event: .interrupted, after: .milliseconds(5500)),
            ])
        _ = system.run("watch")
        let positions = WatchCommandTests().written(system).split(separator: "\r").map {
            $0.split(separator: "  ").prefix(2)
        }
        #expect(positions.first == ["live, just now", "now -37.809969, 144.963377 (± 5.8 m)"])
        #expect(positions.dropFirst().first == ["live, just now", "now -37.809969, 144.963605 (± 7.8 m)"])
        #expect(positions.dropFirst(5).first == ["live, 5 s ago", "-37.809969, 144.963264 (± 5.5 m)"])
    }
}
