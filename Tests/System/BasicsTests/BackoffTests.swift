import Basics
import Testing

struct BackoffTests {
    @Test("a delay doubles up to the maximum, and a success starts again")
    func delays() {
        var backoff = Backoff(from: .seconds(2), to: .seconds(15))
        #expect(backoff.delay == .zero)
        #expect((1...5).map { _ in backoff.recordFailure() } == [2, 4, 8, 15, 15].map(Duration.seconds))
        #expect(backoff.failures == 5)
        backoff.reset()
        #expect(backoff.recordFailure() == .seconds(2))
    }

    @Test("any number of failures and a maximum below the minimum are harmless")
    func limits() {
        var backoff = Backoff(from: .seconds(3600), to: .seconds(1))
        for _ in 0..<200 { #expect(backoff.recordFailure() == .seconds(3600)) }
    }
}
