public import Access
import Linux
public import Location
import Synchronization

/// Keeps who may see what, for all threads, and on the disk.
///
/// A change is on the disk when its call returns. A file that cannot be read is never written over: then nobody but the
/// owner at the Unix socket is let in, and changes are refused with the reason.
public final class AccessKeeper: Sendable {
    struct State {
        var book: AccessBook { didSet { recentToken = nil } }
        var recentToken: RecentToken?
        var links = SignInLinks()
        var limit = AttemptLimit()
        /// Why the file cannot be used, in a line; nil where it can.
        let fault: String?
    }

    let state: Mutex<State>
    let path: String
    /// Counts the changes that may keep someone out.
    let revocations = Atomic<UInt64>(0)
    let clock: @Sendable () -> Moment

    /// Reads the file, which need not be there.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - clock: tells the time.
    public init(path: String, clock: @escaping @Sendable () -> Moment) {
        self.path = path
        self.clock = clock
        let (book, fault) = Self.read(path)
        state = Mutex(State(book: book, fault: fault))
    }

    /// Why the file cannot be used, in a line that says what would work; nil where it can.
    public var fault: String? { state.withLock { $0.fault } }

    /// What is known now, without what has ended.
    public var book: AccessBook {
        let now = clock().wallClock
        return state.withLock { state in
            prune(&state, at: now)
            return state.book
        }
    }

    /// Another number each time that something which let someone in has ended before its time.
    var generation: UInt64 { revocations.load(ordering: .acquiring) }

    /// Decides what a request may see.
    public func admission(of credentials: Credentials, mode: AccessMode) -> Admission {
        state.withLock { state in
            if mode == .token, let recent = state.recentToken, recent.isShown(by: credentials) {
                return recent.admission
            }
            let now = clock().wallClock
            prune(&state, at: now)
            let admission = state.book.admission(of: credentials, mode: mode, at: now)
            if let token = RecentToken(credentials, admission) { state.recentToken = token }
            return admission
        }
    }

    /// The share that a secret opens now; nil for all that is dead.
    public func share(for secret: String) -> Share? {
        let now = clock().wallClock
        return state.withLock { state in
            prune(&state, at: now)
            return state.book.share(for: secret, at: now)
        }
    }

    /// Counts a failure to be let in.
    ///
    /// - Returns: nil where it is to be told as such (401), else how long to wait (429).
    public func failure(from address: String) -> Duration? {
        let now = clock().uptime
        return state.withLock { $0.limit.fail(from: address, at: now) }
    }
}

extension AccessKeeper {
    private static func read(_ path: String) -> (AccessBook, fault: String?) {
        let bytes: [UInt8]
        do {
            bytes = try FileContents.read(path)
        } catch {
            return (AccessBook(), error.isAbsence ? nil : "\(path): \(error.reason): give it back to the daemon's user")
        }
        do {
            return (try AccessBook(decoding: bytes), nil)
        } catch {
            return (AccessBook(), "\(path): \(error): mend it or move it away, and start the daemon again")
        }
    }

    /// Forgets what has ended, so that a clock that is set back does not revive it.
    ///
    /// Where the disk refuses that, the next change brings it there.
    private func prune(_ state: inout State, at now: Timestamp) {
        guard state.fault == nil, state.book.wantsPruning(at: now), state.book.prune(at: now) else { return }
        revocations.add(1, ordering: .releasing)
        try? save(state.book)
    }

    func save(_ book: AccessBook) throws(SystemError) {
        try AtomicFile.replace(path, with: book.encoded(), mode: 0o600, durable: true)
    }
}
