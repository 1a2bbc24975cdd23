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

    @Test("tells how many of how many were refused, and the commonest reason in words")
    func summary() {
        var counts = counts([(.accepted, 60), (.rejected(.simulated), 4), (inaccurate, 30), (.duplicate, 6)])
        let expected = RejectionSummary(
            count: 34, epochs: 100, window: .seconds(600), reason: "inaccurate",
            explanation: "a larger radius than is allowed (lately 120.0 m, where 50.0 m are)")
        #expect(counts.summary(at: .seconds(1100)) == expected)
    }

    @Test("what is left after ten minutes counts, and no more")
    func window() {
        var counts = counts([(inaccurate, 100), (.accepted, 550)])
        // Ten seconds leave the window together: at 1649 it begins at 1050.
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
        "what is no fault of a position does not matter: none there, another receiver, a few of many",
        arguments: [
            [(.accepted, 600)], [(.rejected(.noPosition), 600)], [(.rejected(.otherDevice(inUse: "a")), 600)],
            [(.accepted, 100), (.rejected(.simulated), 2)], [(.accepted, 500), (.rejected(.simulated), 4)],
        ] as [[(Verdict, Int)]])
    func unimportant(verdicts: [(Verdict, Int)]) {
        var counts = counts(verdicts)
        #expect(counts.summary(at: .seconds(1600)) == nil)
    }

    @Test("epochs without a position and of another receiver do not thin the rejections out")
    func denominator() {
        var counts = counts([(.rejected(.noPosition), 400), (inaccurate, 3), (.accepted, 97)])
        #expect(counts.summary(at: .seconds(1500))?.epochs == 100)
    }

    @Test("the words are those of a late case")
    func words() {
        var counts = counts([(inaccurate, 5), (.rejected(.inaccurate(radius: 70, limit: 50)), 1)])
        #expect(counts.summary(at: .seconds(1006))?.explanation.contains("70.0 m") == true)
        counts.add(.rejected(.inaccurate(radius: 80, limit: 50)), at: .seconds(1020))
        #expect(counts.summary(at: .seconds(1020))?.explanation.contains("80.0 m") == true)
        #expect(counts.nextChange == .seconds(1030))
    }

    @Test(
        "each reason is told in general words, with the figures of a late case",
        arguments: [
            (
                .implausibleJump(Jump(distance: 5560.31, allowed: 31.26)),
                "farther away than it can have come (lately 5560.3 m, where 31.3 m would have been believed)"
            ),
            (.time(.backwards(by: .seconds(3))), "a time before that of the fix before (lately 3.0 s)"),
            (
                .time(.unconfirmed(off: .seconds(7))),
                "a time that cannot be, or that nothing confirms (lately 7.0 s off the clock)"
            ),
            (
                .time(.implausible(off: .seconds(9))),
                "a time that cannot be, or that nothing confirms (lately 9.0 s off the clock)"
            ),
            (.simulated, "a simulator's position, and simulated positions are not allowed"),
        ] as [(Rejection, String)])
    func general(rejection: Rejection, words: String) {
        var counts = counts([(.rejected(rejection), 3)])
        #expect(counts.summary(at: .seconds(1003))?.explanation == words)
    }

    @Test("an uptime that stands still or goes back counts where it was")
    func backwards() {
        var counts = counts([(inaccurate, 3)])
        counts.add(inaccurate, at: .seconds(5))
        #expect(counts.summary(at: .seconds(1))?.count == 4)
    }
}
