import Access
import Testing

struct RateLimiterTests {
    @Test("ten failures are allowed, further ones have to wait, and waiting allows more")
    func burst() {
        var limit = RateLimiter()
        let first = (0..<RateLimiter.burst).map { _ in limit.recordFailure(from: "192.0.2.1", at: .seconds(5)) }
        #expect(first.allSatisfy { $0 == nil })
        let other = limit.recordFailure(from: "192.0.2.2", at: .seconds(5))
        #expect(other == nil)
        let next = [5, 9, 11, 11].map { limit.recordFailure(from: "192.0.2.1", at: .seconds($0)) }
        #expect(next == [.seconds(6), .seconds(2), nil, .seconds(6)])
        let late = (0..<RateLimiter.burst).map { _ in limit.recordFailure(from: "192.0.2.1", at: .seconds(500)) }
        #expect(late.allSatisfy { $0 == nil })
    }

    @Test(
        "addresses of one subscriber share a count",
        arguments: [
            ("2001:db8::1", "2001:db8::2", true), ("2001:db8::1", "2001:db8:0:0:ffff::", true),
            ("2001:db8::1", "2001:db8:0:1::1", false), ("::ffff:192.0.2.1", "192.0.2.1", true),
            ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false), ("::1", "127.0.0.1", false), ("nonsense", "more", false),
        ])
    func together(first: String, second: String, areOne: Bool) {
        var limit = RateLimiter()
        for _ in 0..<RateLimiter.burst { _ = limit.recordFailure(from: first, at: .zero) }
        let wait = limit.recordFailure(from: second, at: .zero)
        #expect((wait != nil) == areOne)
    }

    @Test("under a flood of addresses, the one that waits longest is dropped last")
    func flood() {
        var limit = RateLimiter()
        for _ in 0..<RateLimiter.burst { _ = limit.recordFailure(from: "192.0.2.1", at: .zero) }
        for number in 0..<5000 {
            _ = limit.recordFailure(from: "10.0.\(number / 250).\(number % 250)", at: .milliseconds(number))
        }
        let wait = limit.recordFailure(from: "192.0.2.1", at: .seconds(5))
        #expect(wait != nil)
    }
}
