import Basics
import Location
import Testing

@testable import Daemon

struct StartHistoryTests {
    /// The pauses before a number of starts that each fail after a time.
    private func pauses(_ count: Int, running: Duration) -> [Int64] {
        var record = StartHistory()
        var uptime: Duration = .seconds(100)
        return (0..<count).map { _ in
            let pause = record.recordStart(at: uptime)
            uptime += pause + running
            return pause.components.seconds
        }
    }

    @Test("the first failures cause no pause, then pauses grow to a minute")
    func grows() {
        let pauses = pauses(30, running: .seconds(1))
        #expect(pauses.prefix(12) == [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60])
        #expect(pauses.suffix(18).allSatisfy { $0 == 60 })
    }

    @Test("runs just below the success time are failures")
    func slow() {
        #expect(pauses(12, running: .seconds(290)).last == 60)
    }

    @Test("a run of five minutes resets the history")
    func forgives() {
        #expect(pauses(12, running: .seconds(300)) == Array(repeating: 0, count: 12))
        var record = StartHistory()
        for second in 0..<10 { _ = record.recordStart(at: .seconds(second * 100)) }
        #expect(record.failures(at: .seconds(1000)) == 10)
        _ = record.recordStart(at: .seconds(1400))
        #expect(record.failures(at: .seconds(1401)) == 1)
    }

    @Test("the text round-trips, and starts of another boot do not count")
    func text() {
        var record = StartHistory()
        for second in 0..<40 { _ = record.recordStart(at: .seconds(second * 100)) }
        var read = StartHistory(text: record.text)
        #expect(read.text == record.text && read.failures(at: .seconds(3)) == 0)
        #expect(read.recordStart(at: .seconds(4000)) == .seconds(60))
    }

    @Test(
        "an invalid file causes no pause and no failure",
        arguments: ["", "\n\n", "x\n", "-5\n", "9223372036854775807\n", "99999999999999999999\n", "\u{0}\u{FFFD}"])
    func hostile(text: String) {
        var record = StartHistory(text: text)
        #expect(record.recordStart(at: .seconds(10)) == .zero)
        #expect(record.failures(at: .seconds(11)) == 1)
    }

    @Test(
        "a start long after the end of a failed run is by hand, and is not delayed",
        arguments: [(0, false), (1, false), (10, false), (11, true), (3600, true), (-1, false), (-2, true)])
    func byHand(seconds: Int, expected: Bool) {
        let now = Timestamp(milliseconds: 1_767_225_600_000)
        #expect(StartThrottle.isByHand(now: now, ended: now + .seconds(-seconds)) == expected)
        #expect(!StartThrottle.isByHand(now: now, ended: nil))
    }
}
