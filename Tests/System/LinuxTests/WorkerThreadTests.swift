import Glibc
import Linux
import Synchronization
import Testing

struct WorkerThreadTests {
    @Test("join waits for the end of the work, and a second one returns at once")
    func joins() throws {
        let result = Shared(0)
        let thread = try WorkerThread(name: "test") {
            usleep(20_000)
            result.value.withLock { $0 = 42 }
        }
        thread.join()
        #expect(result.value.withLock { $0 } == 42)
        thread.join()
    }

    @Test("the work may release or join its own thread without a deadlock")
    func joinsItself() throws {
        let own = Shared<WorkerThread?>(nil)
        let ended = Shared(false)
        let thread = try WorkerThread(name: "test") {
            while own.value.withLock({ $0 == nil }) { usleep(1000) }
            own.value.withLock { $0 }?.join()
            ended.value.withLock { $0 = true }
        }
        own.value.withLock { $0 = thread }
        thread.join()
        #expect(ended.value.withLock { $0 })
        own.value.withLock { $0 = nil }
    }

    @Test(
        "ps shows the name, truncated as by the kernel",
        arguments: [("gps", "gps"), ("0123456789abcdefg", "0123456789abcde")])
    func name(given: String, shown: String) throws {
        let seen = Shared("")
        try WorkerThread(name: given) {
            let name = ownFile("comm")
            seen.value.withLock { $0 = name }
        }.join()
        #expect(seen.value.withLock { $0 } == shown + "\n")
    }

    @Test("the thread blocks all signals but those of a crash, and the mask of its creator is unchanged")
    func signals() throws {
        let before = blockedSignals()
        let inside = Shared("")
        try WorkerThread(name: "test") {
            let blocked = blockedSignals()
            inside.value.withLock { $0 = blocked }
        }.join()
        // All 64 but KILL and STOP, which cannot be blocked, the two internal to glibc, and those of a crash.
        #expect(inside.value.withLock { $0 } == "fffffffe7ffbfa27")
        #expect(blockedSignals() == before)
    }
}

private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
}

/// Returns a file of the calling thread in /proc.
private func ownFile(_ name: String) -> String {
    // The path is a string that outlives the call.
    let number = unsafe open("/proc/thread-self/\(name)", O_RDONLY)
    guard number >= 0, let bytes = try? FileDescriptor(owning: number).read(upTo: 4096) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
}

private func blockedSignals() -> String {
    let line = ownFile("status").split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
    return line?.split(separator: "\t").last.map(String.init) ?? ""
}
