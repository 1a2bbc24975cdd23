import Command
import Configuration
import Linux
import Location
import TestSupport
import Testing

struct StatsCommandTests {
    private static let now = Timestamp(CivilTime(year: 2026, month: 3, day: 30, hour: 12))
    private let world = FakeWorld(now: now, clock: .berlin)

    @Test("text and JSON tell the same of each receiver")
    func agreement() throws {
        let points =
            try ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 101, every: 1, device: "/dev/a")
            + ScratchHistory.points(from: "2026-03-30T08:00:00Z", count: 11, every: 1, device: "/dev/b")
        let history = try ScratchHistory(points)
        let text = history.run("stats", in: world).text
        #expect(text.contains("receiver    /dev/a\nfixes       101\ndistance    1.1 km\nmoving      1 min\n"))
        #expect(text.contains("receiver    /dev/b\nfixes       11\ndistance    111 m\nmoving      10 s\n"))
        let json = history.run("stats", "--format", "json", in: world).text
        #expect(json.contains("{\"device\":\"/dev/a\",\"points\":101,\"distance\":111"))
        #expect(json.contains("{\"device\":\"/dev/b\",\"points\":11,\"distance\":111."))
        #expect(
            json.hasPrefix("{\"from\":\"2026-03-29T22:00:00.000Z\",\"to\":\"2026-03-30T21:59:59.999Z\",\"devices\""))
    }

    @Test(
        "a week is seven days and a month thirty, today among them",
        arguments: [("--week", "2026-03-23T23:00:00.000Z"), ("--month", "2026-02-28T23:00:00.000Z")])
    func spans(option: String, first: String) throws {
        let history = try ScratchHistory([])
        let outcome = history.run("stats", option, "--format", "json", in: world)
        #expect(outcome.text == "{\"from\":\"\(first)\",\"to\":\"2026-03-30T21:59:59.999Z\",\"devices\":[]}\n")
        #expect(outcome.complaint.hasPrefix("no fix between 2026-0"))
        #expect(outcome.code == .success)
    }

    @Test("one time at once")
    func usage() {
        let outcome = world.run("stats", "--week", "--day", "today")
        #expect(outcome.complaint == "--day and --week do not go together")
        #expect(outcome.code == .usage)
    }
}
