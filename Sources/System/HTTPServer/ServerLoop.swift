import Linux

/// The loop of the server's thread: waits, accepts, runs the library, and cuts connections that take too long.
///
/// Unchecked: created before its thread starts and accessed by that thread only from then on.
final class ServerLoop: @unchecked Sendable {
    /// The number of connections accepted in one turn.
    private static let batch = 64
    /// The pause before accepting again when descriptors or memory are exhausted.
    private static let pause = Duration.milliseconds(500)

    let limits: HTTPLimits
    let handlers: ServerHandlers
    let signal: WakeSignal
    let pulse: ThreadPulse
    var table = ConnectionTable()
    var lastResponse = LastResponse()
    /// The uptime when the loop last woke.
    private(set) var now = SystemClock.uptime
    private let listeners: [ListeningSocket]
    private var daemon: MicroHTTPD?
    private var acceptResumption: Duration?
    private var nextSweep: Duration?
    private var memoryRelease = MemoryRelease()

    init(
        _ listeners: [ListeningSocket], limits: HTTPLimits, signal: WakeSignal, handlers: ServerHandlers
    ) throws(SystemError) {
        self.listeners = listeners
        self.limits = limits
        self.signal = signal
        pulse = ThreadPulse { signal.signal() }
        self.handlers = handlers
        // The loop owns the daemon, and so outlives it; the thread retains the loop.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        daemon = try unsafe MicroHTTPD(limits, .serverLoop(context))
    }

    /// Serves until it is stopped.
    func run() {
        while let daemon, !runOnce(daemon) {}
        for connection in table.all.values { connection.prepareToStop() }
        daemon = nil
    }

    /// Runs one turn; returns true if the server has to stop.
    private func runOnce(_ daemon: MicroHTTPD) -> Bool {
        let open = listeners.filter { acceptResumption == nil && table.hasRoom(for: $0.family, limits: limits) }
        let interests = [signal.interest, daemon.interest] + open.map(\.interest)
        let isReady = Poll.wait(interests, timeout: timeout(daemon))
        if isReady.first == true { signal.clear() }
        guard !signal.isStopping else { return true }
        now = SystemClock.uptime
        if let again = acceptResumption, now >= again { acceptResumption = nil }
        for (listener, isReady) in zip(open, isReady.dropFirst(2)) where isReady { accept(from: listener, to: daemon) }
        daemon.run()
        // Before the sweep: the library has closed their descriptors without notice, and others may have their numbers.
        table.refuseArriving()
        sweep()
        if memoryRelease.isDue(connections: table.all.count, at: now) { HeapMemory.trim() }
        // Last, so that it proves progress of the work above.
        pulse.answer()
        return false
    }

    private func timeout(_ daemon: MicroHTTPD) -> Duration? {
        let moments = [acceptResumption, table.waitingCount > 0 ? nextSweep : nil, memoryRelease.deadline].compactMap {
            $0
        }
        let waits = moments.map { max(.zero, $0 - now) + .milliseconds(1) } + [daemon.timeout].compactMap { $0 }
        return waits.min()
    }

    private func accept(from listener: ListeningSocket, to daemon: MicroHTTPD) {
        for _ in 0..<Self.batch where table.hasRoom(for: listener.family, limits: limits) {
            do throws(SystemError) {
                guard let accepted = try listener.accept() else { return }
                add(accepted, to: daemon)
            } catch {
                // The connection stays in the kernel's queue, and retrying at once would busy-loop.
                acceptResumption = now + Self.pause
                return
            }
        }
    }

    private func add(_ accepted: consuming AcceptedSocket, to daemon: MicroHTTPD) {
        let peer = accepted.peer
        guard table.admits(peer, limits: limits) else { return }
        let descriptor = accepted.release()
        // Before the library gets it: 0.9.75 opens it at once.
        table.add(HTTPConnection(descriptor: descriptor, peer: peer, now: now))
        if !daemon.add(descriptor) { table.refuse(descriptor) }
        if nextSweep == nil { nextSweep = now + limits.request }
    }

    /// Cuts overdue connections, several times within the maximum duration of a request.
    private func sweep() {
        guard let due = nextSweep, now >= due else { return }
        for connection in table.overdue(at: now, limits: limits) { TCPSocket.shutDown(connection.descriptor) }
        nextSweep = table.all.isEmpty ? nil : now + limits.request / 4
    }
}

extension ServerLoop {
    /// Marks a request as complete: the client is not awaited any more.
    func requestCompleted(_ connection: HTTPConnection) {
        guard connection.waitingSince != nil else { return }
        connection.waitingSince = nil
        table.waitingCount -= 1
    }

    /// Marks a request as finished, successfully or not.
    func requestEnded(_ connection: HTTPConnection) {
        connection.reset()
        guard connection.waitingSince == nil else { return }
        connection.waitingSince = now
        table.waitingCount += 1
        if nextSweep == nil { nextSweep = now + limits.request }
    }
}

/// Decides when the memory of clients that have left is returned to the system.
struct MemoryRelease {
    /// The minimum number of clients that have left: fewer leave less than a megabyte.
    static let minDrop = 128
    /// The time for which they have to stay away: clients of a short interruption come back at once.
    static let pause: Duration = .seconds(20)

    private var peak = 0
    /// The uptime of the next decision; nil if nothing is to be returned.
    private(set) var deadline: Duration?

    /// Returns true if the memory is to be returned now.
    mutating func isDue(connections: Int, at now: Duration) -> Bool {
        peak = max(peak, connections)
        guard peak - connections >= Self.minDrop, connections <= peak / 2 else {
            deadline = nil
            return false
        }
        let due = deadline ?? now + Self.pause
        deadline = due
        guard now >= due else { return false }
        (peak, deadline) = (connections, nil)
        return true
    }
}
