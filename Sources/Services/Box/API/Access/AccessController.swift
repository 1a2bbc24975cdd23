public import Access
public import Basics
import Linux
import Synchronization

/// The thread-safe access store, with its file.
///
/// Changes are on the disk when a call returns. An unreadable file is never overwritten: then only the Unix socket has
/// access, and changes fail with the reason.
public final class AccessController: Sendable {
    struct State {
        var store: AccessStore { didSet { recentToken = nil } }
        var recentToken: RecentToken?
        var links = SignInLinks()
        var limit = RateLimiter()
        /// The reason why the file is unusable, on one line; nil if it is usable.
        var loadError: String?
        /// True if a change in effect could not be written.
        var isUnsaved = false
    }

    let state: Mutex<State>
    let files: AccessFiles
    /// The issues of both files at the start; empty if there were none.
    public let issues: [AccessFilesError.Issue]
    /// Counts the changes that may revoke access.
    let revocations = Atomic<UInt64>(0)
    let clock: @Sendable () -> Moment

    /// Loads the files, which need not exist.
    public init(files: AccessFiles, clock: @escaping @Sendable () -> Moment) {
        self.files = files
        self.clock = clock
        var (store, loadError, credentialError) = (AccessStore(), nil as AccessFilesError?, nil as AccessFilesError?)
        do { store = try files.loadStore() } catch { loadError = error }
        do { try files.loadCredential(into: &store) } catch { credentialError = error }
        state = Mutex(State(store: store, loadError: loadError?.description))
        issues = [loadError, credentialError].compactMap { $0 }.flatMap(\.issues)
    }

    /// The reason why the file is unusable and the fix, on one line; nil if it is usable.
    public var loadError: String? { state.withLock { $0.loadError } }

    /// Reloads both files; if either is invalid, nothing changes.
    ///
    /// Streams of clients without access any more are closed.
    ///
    /// - Throws: ``AccessFilesError`` with all issues.
    public func reload() throws(AccessFilesError) {
        try state.withLock { state throws(AccessFilesError) in
            recordLoadError(&state)
            if state.isUnsaved, state.loadError == nil { try saveRemovals(&state) }
            state.store = try files.load()
            state.loadError = nil
            revocations.add(1, ordering: .releasing)
        }
    }

    /// Checks the file and stops writing it while it is unreadable, since somebody may be editing it.
    ///
    /// The next reload reads it.
    public func recordLoadError() { state.withLock { recordLoadError(&$0) } }

    /// The current store without expired entries.
    public var store: AccessStore {
        let now = clock().wallClock
        return state.withLock { state in
            prune(&state, at: now)
            return state.store
        }
    }

    /// A number that changes whenever access is revoked or ends early.
    var generation: UInt64 { revocations.load(ordering: .acquiring) }

    /// Returns the admission of a request.
    public func admission(of credentials: Credentials, mode: AccessMode) -> Admission {
        state.withLock { state in
            if mode == .token, let recent = state.recentToken, recent.matches(credentials) { return recent.admission }
            let now = clock().wallClock
            prune(&state, at: now)
            let admission = state.store.admission(of: credentials, mode: mode, at: now)
            if let token = RecentToken(credentials, admission) { state.recentToken = token }
            return admission
        }
    }

    /// Returns the active share of a secret; nil for expired, revoked and unknown ones alike.
    public func share(for secret: String) -> Share? {
        let now = clock().wallClock
        return state.withLock { state in
            prune(&state, at: now)
            return state.store.share(for: secret, at: now)
        }
    }

    /// Records a failed authentication; returns nil within the limit (401), else the time to wait (429).
    public func recordFailure(from address: String) -> Duration? {
        let now = clock().uptime
        return state.withLock { $0.limit.recordFailure(from: address, at: now) }
    }
}

extension AccessController {
    /// Removes expired entries, so that a clock set back does not revive them.
    ///
    /// If the disk fails, the next change writes the removal.
    private func prune(_ state: inout State, at now: Timestamp) {
        guard state.loadError == nil, state.store.needsPruning(at: now), state.store.prune(at: now) else { return }
        revocations.add(1, ordering: .releasing)
        try? saveRemoval(&state)
    }

    private func recordLoadError(_ state: inout State) {
        do throws(AccessFilesError) { _ = try files.loadStore() } catch { state.loadError = error.description }
    }

    /// Writes a pending removal, which a reload would undo.
    private func saveRemovals(_ state: inout State) throws(AccessFilesError) {
        do {
            try saveRemoval(&state)
        } catch {
            let message = "revocations could not be written: \(error.reason)"
            throw AccessFilesError(issues: [.init(file: files.store, line: nil, message: message)])
        }
    }

    /// Writes a removal, which takes effect even if that fails.
    func saveRemoval(_ state: inout State) throws(SystemError) {
        state.isUnsaved = true
        try save(state.store)
        state.isUnsaved = false
    }

    func save(_ store: AccessStore) throws(SystemError) {
        try AtomicFile.replace(files.store, with: store.encoded(), mode: 0o600, durable: true)
    }
}
