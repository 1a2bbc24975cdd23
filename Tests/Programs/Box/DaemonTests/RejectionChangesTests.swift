import Location
import Testing

@testable import Daemon

struct RejectionChangesTests {
    private func summary(_ count: Int, _ reason: String = "inaccurate") -> RejectionSummary {
        RejectionSummary(count: count, epochs: 600, window: .seconds(600), reason: reason, explanation: "")
    }

    /// Returns the summaries, one a second, that are due.
    private func dueSeconds(_ summaries: [RejectionSummary?]) -> [Int] {
        var changes = RejectionChanges()
        return summaries.indices.filter { second in
            guard changes.isDue(summaries[second], at: .seconds(second)) else { return false }
            changes.record(summaries[second], at: .seconds(second))
            return true
        }
    }

    @Test("the first and last are due at once, other numbers every ten seconds, unchanged ones never")
    func pace() {
        #expect(dueSeconds([nil, nil, summary(3), summary(4), nil, nil]) == [2, 4])
        #expect(dueSeconds((0..<31).map { summary(3 + $0) }) == [0, 10, 20, 30])
        #expect(dueSeconds((0..<31).map { _ in summary(3) }) == [0])
        #expect(dueSeconds((0..<31).map { _ in nil }) == [])
    }

    @Test("another reason is due at once")
    func reason() {
        #expect(dueSeconds([summary(3), summary(4, "simulated"), summary(5, "simulated")]) == [0, 1])
    }
}
