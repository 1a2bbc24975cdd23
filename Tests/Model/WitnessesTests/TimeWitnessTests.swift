import Basics
import Location
import Testing

@testable import Witnesses

struct TimeWitnessTests {
    /// Adds fixes whose time is ahead of the machine's clock; returns true if the witness spoke.
    private func speaks(ahead: [(seconds: Int, offset: Double)]) -> Bool {
        var witness = TimeWitness()
        var (uptime, spoke) = (100.0, false)
        for part in ahead {
            for _ in 0..<part.seconds {
                uptime += 1
                var fix = Fix(device: "/dev/a", mode: .threeDimensional)
                fix.timestamp = Timestamp(milliseconds: Int64((uptime + part.offset) * 1000))
                witness.add(
                    Observation(
                        fix, position: .zero, velocity: nil, radius: 5, time: uptime, uptime: uptime, corrected: nil),
                    Context(time: uptime, isSettled: true))
                spoke = spoke || witness.isActive
            }
        }
        return spoke
    }

    @Test("a step ahead that lasts, and a long one back")
    func steps() {
        #expect(speaks(ahead: [(120, 0), (12, 420)]))
        #expect(speaks(ahead: [(120, 0), (12, 3 * 86_400)]))
        #expect(speaks(ahead: [(120, 0), (12, -300)]))
    }

    @Test("the reason says the direction", arguments: [(420, "420 s ahead of"), (-300, "300 s behind")])
    func direction(step: Int, words: String) {
        var signs = Signs()
        for uptime in 0..<140 {
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            fix.timestamp = Timestamp(milliseconds: Int64(uptime + (uptime < 120 ? 0 : step)) * 1000)
            let time = Double(uptime)
            signs.add(
                Observation(fix, position: .zero, velocity: nil, radius: 5, time: time, uptime: time, corrected: nil),
                Context(time: time, isSettled: true), isContradicted: false)
        }
        let details = signs.reasons(at: 140).filter { $0.code == .time }.map(\.detail)
        #expect(details == ["the receiver's time is \(words) this machine's clock"])
    }

    @Test("a gap while it is off ends it")
    func gap() {
        var witness = TimeWitness()
        for (uptime, ahead) in [(0..<120, 0), (120..<140, 420), (220..<240, 420)].flatMap({ part in
            part.0.map { ($0, part.1) }
        }) {
            var fix = Fix(device: "/dev/a", mode: .threeDimensional)
            fix.timestamp = Timestamp(milliseconds: Int64(uptime + ahead) * 1000)
            let time = Double(uptime)
            witness.add(
                Observation(fix, position: .zero, velocity: nil, radius: 5, time: time, uptime: time, corrected: nil),
                Context(time: time, isSettled: !witness.isActive))
            if uptime == 139 { #expect(witness.isActive) }
        }
        #expect(!witness.isActive)
    }

    @Test("a delay, a short step and a rollover are none")
    func honest() {
        #expect(!speaks(ahead: [(120, 0), (60, -30), (60, 0)]))
        #expect(!speaks(ahead: [(120, 0), (8, -3600), (60, 0)]))
        #expect(!speaks(ahead: [(120, 0), (60, 1024 * 7 * 86_400)]))
        #expect(!speaks(ahead: [(30, 0), (60, 18)]))
    }
}
