import Testing

@testable import Delivery

/// The limits of what is logged, to the millisecond.
struct FailureLogTests {
    private static let day: Duration = .seconds(24 * 3600)

    @Test("a reason is logged once, and again after a day")
    func repeated() {
        var log = FailureLog()
        let times: [Duration] = [
            .seconds(5), .seconds(6), Self.day + .milliseconds(4999), Self.day + .seconds(5), Self.day + .seconds(6),
        ]
        let logged = times.map { log.recordFailure("a", at: $0) }
        #expect(logged == [true, false, false, true, false])
    }

    @Test("of reasons that always differ, eight are logged")
    func different() {
        var log = FailureLog()
        let logged = (0..<20).filter { log.recordFailure("\($0)", at: .seconds($0)) }
        #expect(logged == Array(0..<8))
    }

    @Test("what was logged is logged again only after ten minutes without a failure", arguments: [0, 1])
    func calm(short: Int) {
        var log = FailureLog()
        let first = log.recordFailure("a", at: .seconds(1))
        let successes = [log.recordSuccess(), log.recordSuccess()]
        let again = log.recordFailure("a", at: .seconds(601) - .milliseconds(short))
        #expect(first && successes == [true, false] && again == (short == 0))
    }
}
