import Command
import CommandLine
import Location
import Testing

/// The line of `whereismy watch` on narrow terminals.
extension WatchCommandTests {
    @Test(
        "a place that does not fit into the terminal is shortened, then left out, and never cut",
        arguments: [
            (95, "  1.2 km south-west of Melbourne, Victoria, AU"), (94, "  1.2 km south-west of Melbourne"),
            (81, "  1.2 km south-west of Melbourne"), (80, ""), (49, ""),
        ])
    func places(columns: Int, place: String) {
        var report = Self.report()
        report.place = NearbyPlace(name: "Melbourne", region: "Victoria", country: "AU", distance: 1200, bearing: 45)
        let script = [Self.bytes(Self.head + Self.event(report)), TimedEvent(event: .interrupted)]
        let system = FakeSystem(columns: columns, script: script)
        _ = system.run("watch")
        let line = written(system).split(separator: "\r").first ?? ""
        #expect(line == "live, just now  -37.809969, 144.963264 (± 5.5 m)\(place)\u{1B}[K\n", "\(line)")
    }

    @Test("a contradicted receiver has its claim, and since when and why, behind the last trusted position")
    func contradicted() {
        var report = SampleReport.contradicted()
        report.received = FakeSystem.now
        let script = [Self.bytes(Self.head + Self.event(report)), TimedEvent(event: .interrupted)]
        let system = FakeSystem(script: script)
        let code = system.run("watch").code
        let expected =
            "the receiver's position cannot be true; last trusted position, just now  -37.809969, 144.963264 (± 5.5 m)  "
            + "the receiver claims -37.000000, 144.963264 (± 5.5 m), 89.9 km from the last trusted position  "
            + "contradicted since 2026-01-01 01:06:00 +01:00: 90 km in 1 s (jump); 9 of 9 satellites\u{FFFD} (sky-leap)\n"
        #expect(written(system).contains(expected), "\(written(system))")
        #expect(code == .lastKnownOnly)
    }
}
