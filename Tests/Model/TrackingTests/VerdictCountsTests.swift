import Basics
import Location
import Testing

@testable import Tracking

struct VerdictCountsTests {
    private let inaccurate = Verdict.rejected(.inaccurate(radius: 120, limit: 50))

    private func counts(_ verdicts: [(Verdict, Int)], every seconds: Double = 1) -> VerdictCounts {
        var counts = VerdictCounts()
        var uptime = 1000.0
        for (verdict, times) in verdicts {
            for _ in 0..<times {
                counts.add(verdict, at: .seconds(uptime))
                uptime += seconds
            }
        }
        return counts
    }

    @Test("counts rejections and epochs and explains the most frequent reason")
    func summary() {
        var counts = counts([(.accepted, 60), (.rejected(.simulated), 4), (inaccurate, 30), (.duplicate, 6)])
        let expected = RejectionSummary(
            count: 34, epochs: 100, window: .seconds(600), reason: "inaccurate",
            explanation: "a radius above the limit (recently 120.0 m, limit 50.0 m)")
        #expect(counts.summary(at: .seconds(1100)) == expected)
    }

    @Test("counts the last ten minutes only")
    func window() {
        var counts = counts([(inaccurate, 100), (.accepted, 550)])
        // Ten seconds leave the window together: at 1649 it starts at 1050.
        let whole = counts.summary(at: .seconds(1649))
        #expect(whole?.count == 50 && whole?.epochs == 600)
        let half = counts.summary(at: .seconds(1679))
        #expect(half?.count == 20 && half?.epochs == 570)
        #expect(counts.summary(at: .seconds(1710)) == nil)
        #expect(counts.summary(at: .seconds(1_000_000)) == nil)
        counts.add(inaccurate, at: .seconds(1_000_000))
        counts.add(inaccurate, at: .seconds(1_000_001))
        #expect(counts.summary(at: .seconds(1_000_002)) == nil)
        counts.add(inaccurate, at: .seconds(1_000_002))
        #expect(counts.summary(at: .seconds(1_000_002))?.epochs == 3)
    }

    @Test(
        "ignores missing positions, other receivers and small shares",
        arguments: [
            [(.accepted, 600)], [(.rejected(.noPosition), 600)], [(.rejected(.otherDevice(inUse: "a")), 600)],
            [(.accepted, 100), (.rejected(.simulated), 2)], [(.accepted, 500), (.rejected(.simulated), 4)],
        ] as [[(Verdict, Int)]])
    func unimportant(verdicts: [(Verdict, Int)]) {
        var counts = counts(verdicts)
        #expect(counts.summary(at: .seconds(1600)) == nil)
    }

    @Test("epochs without a position or of another receiver do not dilute the share")
    func denominator() {
        var counts = counts([(.rejected(.noPosition), 400), (inaccurate, 3), (.accepted, 97)])
        #expect(counts.summary(at: .seconds(1500))?.epochs == 100)
    }

    @Test("explains a recent case")
    func recentCase() {
        var counts = counts([(inaccurate, 5), (.rejected(.inaccurate(radius: 70, limit: 50)), 1)])
        #expect(counts.summary(at: .seconds(1006))?.explanation.contains("70.0 m") == true)
        counts.add(.rejected(.inaccurate(radius: 80, limit: 50)), at: .seconds(1020))
        #expect(counts.summary(at: .seconds(1020))?.explanation.contains("80.0 m") == true)
        #expect(counts.nextChange == .seconds(1030))
    }

    @Test(
        "explains each reason in general terms with the numbers of a recent case",
        arguments: [
            (
                .implausibleJump(Jump(distance: 5560.31, allowed: 31.26)),
                "farther away than plausible (recently 5560.3 m, at most 31.3 m)"
            ),
            (.time(.backwards(by: .seconds(3))), "a time before that of the previous fix (recently 3.0 s)"),
            (
                .time(.unconfirmed(off: .seconds(7))),
                "an implausible or unconfirmed time (recently 7.0 s off the clock)"
            ),
            (
                .time(.implausible(off: .seconds(9))),
                "an implausible or unconfirmed time (recently 9.0 s off the clock)"
            ),
            (.simulated, "a simulated position, and simulated positions are not allowed"),
        ] as [(Rejection, String)])
    func general(rejection: Rejection, text: String) {
        var counts = counts([(.rejected(rejection), 3)])
        #expect(counts.summary(at: .seconds(1003))?.explanation == text)
    }

    @Test("an uptime that stands still or goes back counts in the last step")
    func backwards() {
        var counts = counts([(inaccurate, 3)])
        counts.add(inaccurate, at: .seconds(5))
        #expect(counts.summary(at: .seconds(1))?.count == 4)
    }
}
