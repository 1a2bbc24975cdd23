import Basics
import CMicroHTTPD
import Linux

/// What the server's thread does: waits, accepts, lets the library work, cuts whom it has waited for too long.
///
/// Unchecked: it is made before its thread starts and touched by that thread alone from then on.
final class ServerLoop: @unchecked Sendable {
    /// How many are accepted before others have their turn.
    private static let batch = 64
    /// How long to wait where there is no descriptor or memory left for another connection.
    private static let pause = Duration.milliseconds(500)

    let limits: HTTPLimits
    let handlers: ServerHandlers
    let signal: LoopSignal
    var table = ConnectionTable()
    var lastResponse = LastResponse()
    /// Time since the machine started, as of the last time the loop woke.
    private(set) var now = SystemClock.uptime
    /// The connection that the library is being given just now.
    private var arriving: HTTPConnection?
    private let listeners: [ListeningSocket]
    private var daemon: MicroHTTPD?
    private var acceptResumption: Duration?
    private var nextSweep: Duration?

    init(
        _ listeners: [ListeningSocket], limits: HTTPLimits, signal: LoopSignal, _ answers: ServerHandlers
    ) throws(SystemError) {
        self.listeners = listeners
        self.limits = limits
        self.signal = signal
        self.handlers = answers
        // The loop owns the daemon, so that it outlives it; the thread holds on to the loop.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        daemon = try unsafe MicroHTTPD(limits, .serverLoop(context))
    }

    /// Serves until it is told to stop.
    func run() {
        while let daemon, !runOnce(daemon) {}
        for connection in table.all.values { connection.feed?.prepareToStop() }
        daemon = nil
    }

    /// Once around; answers whether it is time to stop.
    private func runOnce(_ daemon: MicroHTTPD) -> Bool {
        let open = listeners.filter { acceptResumption == nil && table.hasRoom(for: $0.family, limits: limits) }
        let interests = [signal.interest, daemon.interest] + open.map(\.interest)
        let isReady = Poll.wait(interests, timeout: timeout(daemon))
        if isReady[0] { signal.clear() }
        guard !signal.isStopping else { return true }
        now = SystemClock.uptime
        if let again = acceptResumption, now >= again { acceptResumption = nil }
        for (listener, isReady) in zip(open, isReady.dropFirst(2)) where isReady { accept(from: listener, to: daemon) }
        daemon.run()
        sweep()
        return false
    }

    private func timeout(_ daemon: MicroHTTPD) -> Duration? {
        let moments = [acceptResumption, table.waitingCount > 0 ? nextSweep : nil].compactMap { $0 }
        let waits = moments.map { max(.zero, $0 - now) + .milliseconds(1) } + [daemon.timeout].compactMap { $0 }
        return waits.min()
    }

    private func accept(from listener: ListeningSocket, to daemon: MicroHTTPD) {
        for _ in 0..<Self.batch where table.hasRoom(for: listener.family, limits: limits) {
            do throws(SystemError) {
                guard let accepted = try listener.accept() else { return }
                add(accepted, to: daemon)
            } catch {
                // The connection waits in the kernel, and asking for it again at once would be all that is done.
                acceptResumption = now + Self.pause
                return
            }
        }
    }

    private func add(_ accepted: consuming AcceptedSocket, to daemon: MicroHTTPD) {
        let peer = accepted.peer
        guard table.admits(peer, limits: limits) else { return }
        let descriptor = accepted.release()
        arriving = HTTPConnection(descriptor: descriptor, peer: peer, now: now)
        daemon.add(descriptor)
        arriving = nil
        if nextSweep == nil { nextSweep = now + limits.request }
    }

    /// Looks, some times in the longest that a request may take, who has taken longer.
    private func sweep() {
        guard let due = nextSweep, now >= due else { return }
        for connection in table.overdue(at: now, limits: limits) { TCPSocket.shutDown(connection.descriptor) }
        nextSweep = table.all.isEmpty ? nil : now + limits.request / 4
    }
}

extension ServerLoop {
    /// The library has opened the connection that it is being given; answers it.
    func opened() -> HTTPConnection? {
        guard let connection = arriving else { return nil }
        table.add(connection)
        return connection
    }

    /// A request is complete, so that nobody waits for the client.
    func requestCompleted(_ connection: HTTPConnection) {
        guard connection.waitingSince != nil else { return }
        connection.waitingSince = nil
        table.waitingCount -= 1
    }

    /// A request is over, however it went.
    func requestEnded(_ connection: HTTPConnection) {
        connection.reset()
        guard connection.waitingSince == nil else { return }
        connection.waitingSince = now
        table.waitingCount += 1
        if nextSweep == nil { nextSweep = now + limits.request }
    }
}
