import Testing

@testable import Daemon

struct ReadinessTests {
    @Test(
        "READY is sent once, after the last step in any order", arguments: Readiness.Step.allCases)
    func last(step: Readiness.Step) {
        let notifier = NotifierLog()
        let readiness = Readiness { notifier.ready() }
        let others = Readiness.Step.allCases.filter { $0 != step }
        for other in others + others { readiness.complete(other) }
        #expect(notifier.all == [] && !readiness.isComplete)
        readiness.complete(step)
        readiness.complete(step)
        #expect(notifier.all == ["ready"] && readiness.isComplete)
    }
}
