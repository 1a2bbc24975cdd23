import HTTPServer
import Linux
import Synchronization
import Testing

@testable import Web

@Suite struct ProducedStreamTests {
    private struct Broken: Error {}

    /// Reads a stream to its end as the server does, woken for new data.
    private func read(_ stream: ProducedStream) throws -> (bytes: Int, ending: StreamChunk) {
        let woken = try WakeSignal()
        stream.start { woken.signal() }
        var count = 0
        while true {
            switch stream.read(atMost: 4096) {
            case .bytes(let bytes): count += bytes.count
            case .pending:
                #expect(Poll.wait([woken.interest], timeout: .seconds(20)) == [true])
                woken.clear()
            case let ending: return (count, ending)
            }
        }
    }

    @Test("megabytes arrive complete, though the buffer holds a fraction")
    func whole() throws {
        let pool = ConcurrencyLimiter(1)
        let stream = try ProducedStream(#require(pool.acquire())) { output in
            for _ in 0..<1000 { try output.write([UInt8](repeating: 1, count: 5000)) }
        }
        let (bytes, ending) = try read(stream)
        #expect(bytes == 5_000_000)
        guard case .end = ending else { throw Broken() }
        stream.close()
    }

    @Test("a response ends once its reader may no longer have it, after what was sent")
    func revoked() throws {
        let writes = Atomic(0)
        let stream = try ProducedStream(
            #require(ConcurrencyLimiter(1).acquire()), isValid: { writes.load(ordering: .relaxed) < 3 }
        ) { output in
            for _ in 0..<9 {
                try output.write([1, 2])
                writes.add(1, ordering: .relaxed)
            }
        }
        let (bytes, ending) = try read(stream)
        #expect(bytes == 6)
        guard case .failed = ending else { throw Broken() }
    }

    @Test("an error during production closes the response")
    func failing() throws {
        let stream = try ProducedStream(#require(ConcurrencyLimiter(1).acquire())) { output in
            try output.write([1, 2, 3])
            throw Broken()
        }
        let (bytes, ending) = try read(stream)
        #expect(bytes == 3)
        guard case .failed = ending else { throw Broken() }
    }

    @Test("a slot is released when the work is done, and when it never started")
    func leave() throws {
        let pool = ConcurrencyLimiter(1)
        let stream = try ProducedStream(#require(pool.acquire())) { _ in }
        #expect(pool.acquire() == nil)
        stream.close()
        #expect(pool.acquire() != nil)
    }

    @Test("an owner has some slots alone, and leaves the others")
    func owners() {
        let pool = ConcurrencyLimiter(4, each: 2)
        var slots = [pool.acquire(for: "ann"), pool.acquire(for: "ann")]
        #expect(slots.allSatisfy { $0 != nil } && pool.acquire(for: "ann") == nil)
        slots.append(pool.acquire(for: "bob"))
        #expect(pool.acquire(for: "ann") == nil)
        slots[0]?.release()
        slots.append(pool.acquire(for: "ann"))
        #expect(slots.count { $0 != nil } == 4 && pool.acquire(for: "ann") == nil)
        slots.append(pool.acquire())
        #expect(slots.count { $0 != nil } == 5 && pool.acquire() == nil && pool.acquire(for: "cid") == nil)
        slots = []
        slots = (0..<4).map { _ in pool.acquire() }
        #expect(slots.allSatisfy { $0 != nil } && pool.acquire() == nil)
    }

    @Test("work without a reader ends with its next write")
    func abandoned() throws {
        let pool = ConcurrencyLimiter(1)
        let ended = try WakeSignal()
        let stream = try ProducedStream(#require(pool.acquire())) { output in
            defer { ended.signal() }
            while true { try output.write([UInt8](repeating: 1, count: 5000)) }
        }
        stream.start {}
        stream.close()
        #expect(Poll.wait([ended.interest], timeout: .seconds(20)) == [true])
    }
}
