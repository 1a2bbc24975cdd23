import Linux
import Orders

/// The events whose hooks wait or run.
struct HookQueue {
    private static let maxWait: Duration = .seconds(60)
    private static let pause: Duration = .milliseconds(200)
    private static let maxNames = 1024
    /// The milliseconds after which the unit of an event has ended, so that its remains block no other; numbers of
    /// events are milliseconds too.
    private static let maxLifetime: Int64 = 600_000

    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The bytes of an event.
    ///
    /// - Throws: ``SystemError``; `ENOENT` where it is missing.
    func event(_ number: HookNumber) throws(SystemError) -> [UInt8] {
        try DirectoryHandle(path).contents(of: number.fileName, limit: OrderInbox.maxEventBytes)
    }

    /// Waits for the hooks of earlier events, to keep their order; for a limited time, since a hanging hook must not
    /// block the others.
    func waitForTurn(of number: HookNumber) throws(SystemError) {
        let deadline = SystemClock.uptime + Self.maxWait
        while try isBehind(number), SystemClock.uptime < deadline { _ = Poll.wait([], timeout: Self.pause) }
    }

    func remove(_ number: HookNumber) throws(SystemError) {
        try DirectoryHandle(path).remove(number.fileName)
    }

    private func isBehind(_ number: HookNumber) throws(SystemError) -> Bool {
        try DirectoryHandle(path).names(atMost: Self.maxNames).contains { name in
            HookNumber(fileName: name).map { $0 < number && $0.value > number.value - Self.maxLifetime } ?? false
        }
    }
}
