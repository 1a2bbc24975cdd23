import Command
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
}
