import Testing

@testable import FleetCollector

/// The queue commits in time, and never grows beyond its bound.
struct IngestQueueTests {
    private static let overhead = IngestQueue<Int>.overhead

    private func queue(maxBytes: Int = 1 << 20, maxFixes: Int = 100) -> Queue {
        Queue(IngestQueue(.init(maxBytes: maxBytes, maxFixes: maxFixes, delay: .milliseconds(50))))
    }

    @Test("a commit is due 50 ms after the first upload, or at once with enough fixes")
    func due() {
        let queue = queue()
        #expect(queue.due == nil && queue.take() == [])
        #expect(queue.append(1, byteCount: 10, fixCount: 60, at: .seconds(1)))
        #expect(queue.append(2, byteCount: 10, fixCount: 39, at: .milliseconds(1040)))
        #expect(queue.due == .milliseconds(1050))
        #expect(queue.append(3, byteCount: 10, fixCount: 1, at: .milliseconds(1041)))
        #expect(queue.due == .seconds(1))
        #expect(queue.take() == [1, 2, 3] && queue.due == nil)
    }

    @Test("a commit takes uploads in their order, up to the number of fixes, and a large one alone")
    func take() {
        let queue = queue()
        for (item, fixes) in [(1, 500), (2, 70), (3, 30), (4, 1)] {
            #expect(queue.append(item, byteCount: 1, fixCount: fixes, at: .zero))
        }
        #expect(queue.take() == [1])
        #expect(queue.take() == [2, 3])
        #expect(queue.due == .milliseconds(50))
        #expect(queue.take() == [4])
        #expect(queue.isEmpty)
    }

    @Test("what is taken counts towards the bound until it is finished")
    func bound() {
        let queue = queue(maxBytes: 2 * (Self.overhead + 100))
        #expect(queue.append(1, byteCount: 100, fixCount: 1, at: .zero))
        #expect(queue.append(2, byteCount: 100, fixCount: 1, at: .zero))
        #expect(!queue.append(3, byteCount: 1, fixCount: 1, at: .zero))
        #expect(queue.take() == [1, 2])
        #expect(!queue.append(3, byteCount: 100, fixCount: 1, at: .zero))
        queue.finish()
        #expect(queue.bytes == 0)
        #expect(queue.append(3, byteCount: 100, fixCount: 1, at: .zero))
    }

    @Test("senders with unknown tokens share a small part, and a known one has room meanwhile")
    func unverified() {
        let queue = queue(maxBytes: 8 << 20)
        var count = 0
        while count < 100,
            queue.append(count, byteCount: 200_000, fixCount: 1, from: "\(count)", isVerified: false, at: .zero)
        { count += 1 }
        #expect(count == 5)
        #expect(queue.append(100, byteCount: 200_000, fixCount: 1, at: .zero))
        while !queue.isEmpty { _ = queue.take() }
        #expect(!queue.append(101, byteCount: 200_000, fixCount: 1, from: "x", isVerified: false, at: .zero))
        queue.finish()
        #expect(queue.append(101, byteCount: 200_000, fixCount: 1, from: "x", isVerified: false, at: .zero))
        #expect(queue.close() == [101] && queue.bytes == 0)
    }

    @Test("a sender has a part of the room, and another one the rest")
    func share() {
        let queue = queue(maxBytes: 8 << 20)
        var count = 0
        while count < 100, queue.append(count, byteCount: 200_000, fixCount: 1, at: .zero) { count += 1 }
        #expect(count == 10)
        #expect(queue.append(100, byteCount: 200_000, fixCount: 1, from: "boat", at: .zero))
        while !queue.isEmpty { _ = queue.take() }
        queue.finish()
        #expect(queue.bytes == 0 && queue.append(101, byteCount: 200_000, fixCount: 1, at: .zero))
    }

    @Test("the fixes of a sender are bounded too, those of a commit included, but for a single upload")
    func fixes() {
        let queue = queue(maxFixes: 5000)
        #expect(queue.append(0, byteCount: 79, fixCount: 30_000, at: .zero))
        #expect(!queue.append(1, byteCount: 79, fixCount: 1, at: .zero))
        #expect(queue.append(2, byteCount: 79, fixCount: 0, at: .zero), "a question")
        #expect(queue.append(3, byteCount: 79, fixCount: 1, from: "boat", at: .zero))
        #expect(queue.take() == [0])
        #expect(!queue.append(1, byteCount: 79, fixCount: 1, at: .zero))
        queue.finish()
        var count = 0
        while count < 100, queue.append(count, byteCount: 79, fixCount: 2500, at: .zero) { count += 1 }
        #expect(count == 8)
        _ = queue.close()
        queue.open()
        #expect(queue.append(9, byteCount: 79, fixCount: 20_000, at: .zero))
    }

    @Test("senders have turns, and none waits for all uploads of another")
    func turns() {
        let queue = queue()
        for item in 0..<3 { #expect(queue.append(item, byteCount: 1, fixCount: 100, at: .zero)) }
        for item in 10..<13 { #expect(queue.append(item, byteCount: 1, fixCount: 90, from: "boat", at: .zero)) }
        for item in 20..<23 { #expect(queue.append(item, byteCount: 1, fixCount: 5, from: "cart", at: .zero)) }
        #expect(queue.take() == [0])
        #expect(queue.take() == [10, 20])
        #expect(queue.take() == [1])
        #expect(queue.append(30, byteCount: 1, fixCount: 1, from: "bike", at: .zero))
        #expect(queue.take() == [11, 21, 30])
        #expect(queue.take() == [2])
        #expect(queue.take() == [12, 22] && queue.isEmpty)
    }

    @Test("a closed queue holds nothing and accepts nothing, until it is opened")
    func close() {
        let queue = queue()
        #expect(queue.append(1, byteCount: 100, fixCount: 1, at: .zero))
        #expect(queue.take() == [1])
        #expect(queue.append(2, byteCount: 100, fixCount: 1, at: .zero))
        #expect(queue.close() == [2])
        queue.finish()
        #expect(queue.bytes == 0 && queue.due == nil && !queue.append(3, byteCount: 1, fixCount: 1, at: .zero))
        queue.open()
        #expect(queue.append(3, byteCount: 1, fixCount: 1, at: .seconds(9)) && queue.due == .milliseconds(9050))
    }
}

/// A queue that expectations can change.
private final class Queue {
    private var queue: IngestQueue<Int>

    init(_ queue: IngestQueue<Int>) { self.queue = queue }

    var due: Duration? { queue.due }
    var bytes: Int { queue.bytes }
    var isEmpty: Bool { queue.isEmpty }
    func append(
        _ item: Int, byteCount: Int, fixCount: Int, from sender: String = "van", isVerified: Bool = true,
        at now: Duration
    ) -> Bool {
        queue.append(
            item, byteCount: byteCount, fixCount: fixCount,
            from: IngestOrigin(sender: sender, isVerified: isVerified), at: now)
    }
    func take() -> [Int] { queue.take() }
    func finish() { queue.finish() }
    func close() -> [Int] { queue.close() }
    func open() { queue.open() }
}

/// An outage is reported once, and ends within seconds of its cause.
struct ReconnectTimerTests {
    @Test("the first failure and the return are said, and nothing in between")
    func messages() {
        var outage = ReconnectTimer("database")
        let first = outage.fail("refused", at: .seconds(10), jitter: 0)
        #expect(first == "database away: refused" && outage.isLasting)
        let second = outage.fail("other", at: .seconds(11), jitter: 1)
        #expect(second == nil)
        let back = outage.succeed(at: .seconds(25))
        #expect(back == "database back after 15 s" && !outage.isLasting)
        let again = outage.succeed(at: .seconds(26))
        #expect(again == nil)
    }

    @Test("a peer that is left alone for a time is tried after it, and its return is said")
    func hold() {
        var outage = ReconnectTimer("broker")
        let message = outage.hold("crashed", until: .seconds(310), at: .seconds(10))
        #expect(message == "broker away: crashed" && outage.nextAttempt == .seconds(310) && outage.isLasting)
        let second = outage.fail("refused", at: .seconds(310), jitter: 1)
        #expect(second == nil && outage.nextAttempt == .milliseconds(310_500))
        let back = outage.succeed(at: .seconds(320))
        #expect(back == "broker back after 310 s")
    }

    @Test("the delays grow to 5 s, half of each by chance")
    func delays() {
        var outage = ReconnectTimer("broker")
        var delays: [Duration] = []
        for _ in 0..<40 {
            _ = outage.fail("", at: .zero, jitter: 1)
            delays.append(outage.nextAttempt)
        }
        #expect(delays.prefix(5) == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5)])
        #expect(delays.last == .seconds(5))
        _ = outage.fail("", at: .zero, jitter: 0)
        #expect(outage.nextAttempt == .milliseconds(2500))
    }
}
