public import Access
public import Basics
import Linux
import Location
import Synchronization

/// Keeps who may see what, for all threads, and on the disk.
///
/// A change is on the disk when its call returns. A file that cannot be read is never written over: then nobody but the
/// owner at the Unix socket is let in, and changes are refused with the reason.
public final class AccessController: Sendable {
    struct State {
        var book: AccessStore { didSet { recentToken = nil } }
        var recentToken: RecentToken?
        var links = SignInLinks()
        var limit = RateLimiter()
        /// Why the file cannot be used, in a line; nil where it can.
        var fault: String?
        /// Whether the disk has refused a change that counts all the same.
        var isUnsaved = false
    }

    let state: Mutex<State>
    let files: AccessFiles
    /// What was wrong with the files at the start, credential and all; empty for nothing.
    public let issues: [AccessFilesError.Issue]
    /// Counts the changes that may keep someone out.
    let revocations = Atomic<UInt64>(0)
    let clock: @Sendable () -> Moment

    /// Reads the files, which need not be there.
    ///
    /// - Parameters:
    ///   - files: where they are.
    ///   - clock: tells the time.
    public init(files: AccessFiles, clock: @escaping @Sendable () -> Moment) {
        self.files = files
        self.clock = clock
        var (book, fault, credentialFault) = (AccessStore(), nil as AccessFilesError?, nil as AccessFilesError?)
        do { book = try files.loadStore() } catch { fault = error }
        do { try files.loadCredential(into: &book) } catch { credentialFault = error }
        state = Mutex(State(book: book, fault: fault?.description))
        issues = [fault, credentialFault].compactMap { $0 }.flatMap(\.issues)
    }

    /// Why the file cannot be used, in a line that says what would work; nil where it can.
    public var loadError: String? { state.withLock { $0.fault } }

    /// Reads the files anew, as a whole: where one cannot be used, all stays as it is.
    ///
    /// Whoever has lost what let them in is cut off.
    ///
    /// - Throws: ``AccessFilesError`` with all that is wrong.
    public func reload() throws(AccessFilesError) {
        try state.withLock { state throws(AccessFilesError) in
            noteFault(&state)
            if state.isUnsaved, state.fault == nil { try keep(&state) }
            state.book = try files.load()
            state.fault = nil
            revocations.add(1, ordering: .releasing)
        }
    }

    /// Looks whether the file can be read, and keeps its hands off it from now on where it cannot: somebody may be
    /// mending it, and it is read the next time.
    public func recordLoadError() {
        state.withLock { noteFault(&$0) }
    }

    /// What is known now, without what has ended.
    public var store: AccessStore {
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
            if mode == .token, let recent = state.recentToken, recent.matches(credentials) {
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
    public func recordFailure(from address: String) -> Duration? {
        let now = clock().uptime
        return state.withLock { $0.limit.recordFailure(from: address, at: now) }
    }
}

extension AccessController {
    /// Forgets what has ended, so that a clock that is set back does not revive it.
    ///
    /// Where the disk refuses that, the next change brings it there.
    private func prune(_ state: inout State, at now: Timestamp) {
        guard state.fault == nil, state.book.needsPruning(at: now), state.book.prune(at: now) else { return }
        revocations.add(1, ordering: .releasing)
        try? saveRemoval(&state)
    }

    private func noteFault(_ state: inout State) {
        do throws(AccessFilesError) { _ = try files.loadStore() } catch { state.fault = error.description }
    }

    /// Brings to the disk what it has refused before, which reading it anew would undo.
    private func keep(_ state: inout State) throws(AccessFilesError) {
        do {
            try saveRemoval(&state)
        } catch {
            let message = "what has ended is not on the disk: \(error.reason)"
            throw AccessFilesError(issues: [.init(file: files.store, line: nil, message: message)])
        }
    }

    /// Brings to the disk that something has ended, which counts also where that fails.
    func saveRemoval(_ state: inout State) throws(SystemError) {
        state.isUnsaved = true
        try save(state.book)
        state.isUnsaved = false
    }

    func save(_ book: AccessStore) throws(SystemError) {
        try AtomicFile.replace(files.store, with: book.encoded(), mode: 0o600, durable: true)
    }
}
