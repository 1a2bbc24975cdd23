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
            (String(repeating: "x", count: 64) + "a", String(repeating: "x", count: 64) + "b", true),
            (String(repeating: "x", count: 63) + "a", String(repeating: "x", count: 63) + "b", false),
        ])
    func together(first: String, second: String, areOne: Bool) {
        var limit = RateLimiter()
        for _ in 0..<10 { _ = limit.recordFailure(from: first, at: .zero) }
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

    /// Returns the failures that an address may still have at an uptime.
    private func rest(of address: String, _ limit: RateLimiter, at now: Duration) -> Int {
        var limit = limit
        return (0..<20).prefix { _ in limit.recordFailure(from: address, at: now) == nil }.count
    }

    @Test("1,024 addresses are known; a new one takes the place of the one that recovers first, a known one of none")
    func full() {
        var limit = RateLimiter()
        _ = limit.recordFailure(from: "192.0.2.1", at: .zero)
        for number in 0..<1023 {
            for _ in 0..<2 { _ = limit.recordFailure(from: "10.0.\(number / 250).\(number % 250)", at: .seconds(1)) }
        }
        _ = limit.recordFailure(from: "10.0.0.7", at: .seconds(2))
        #expect(
            ["192.0.2.1", "10.0.0.1", "10.0.0.7", "10.0.4.22"].map { rest(of: $0, limit, at: .seconds(2)) } == [
                9, 8, 7, 8,
            ])
        _ = limit.recordFailure(from: "192.0.2.2", at: .seconds(2))
        #expect(["192.0.2.1", "192.0.2.2", "10.0.0.1"].map { rest(of: $0, limit, at: .seconds(2)) } == [10, 9, 8])
        // Once others have recovered, they make room.
        for number in 0..<500 {
            _ = limit.recordFailure(from: "10.1.\(number / 250).\(number % 250)", at: .seconds(14))
        }
        #expect(rest(of: "10.1.0.0", limit, at: .seconds(14)) == 9)
    }
}
