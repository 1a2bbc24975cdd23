import CCrashHandler
import CLinux
import Glibc
import Synchronization

/// A dedicated thread for blocking work, which must never occupy Swift's shared pool.
///
/// All signals but those of its own crash are blocked: the thread that waits for them receives the others.
public final class WorkerThread: Sendable {
    private let thread: pthread_t
    /// True once the thread was joined; locked during the join.
    private let isJoined = Mutex(false)

    /// Starts the work at once; `ps -L` shows the first 15 bytes of the name.
    ///
    /// - Throws: ``SystemError`` if the system is out of threads.
    public init(name: String, _ work: @escaping @Sendable () -> Void) throws(SystemError) {
        let job = Job(name: name, work: work)
        var created = pthread_t()
        let code = Self.withSignalsBlocked {
            // The thread owns the retain; if it does not start, the retain is released below.
            let argument = unsafe Unmanaged.passRetained(job).toOpaque()
            let code = unsafe pthread_create(&created, nil, runJob, argument)
            if code != 0 { unsafe Unmanaged<Job>.fromOpaque(argument).release() }
            return code
        }
        guard code == 0 else { throw SystemError("pthread_create", name, code: code) }
        thread = created
    }

    deinit {
        // No join can follow, so the kernel may clean up when the work ends.
        if !isJoined.withLock({ $0 }) { pthread_detach(thread) }
    }

    /// Waits until the work has ended; returns at once if it has, or if the work itself calls this.
    public func join() {
        guard pthread_equal(pthread_self(), thread) == 0 else { return }
        isJoined.withLock { isJoined in
            guard !isJoined else { return }
            // Once only, under the lock; the thread's return value is ignored.
            isJoined = pthread_join(thread, nil) == 0
        }
    }

    /// A new thread inherits the signal mask of the one that starts it.
    private static func withSignalsBlocked(_ start: () -> Int32) -> Int32 {
        var all = sigset_t()
        var before = sigset_t()
        // Each call accesses the sets on this stack only.
        unsafe sigfillset(&all)
        for signal in CrashHandler.signals { unsafe sigdelset(&all, signal) }
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return start()
    }
}

/// The work of a thread.
private final class Job: Sendable {
    let name: String
    let work: @Sendable () -> Void

    init(name: String, work: @escaping @Sendable () -> Void) {
        self.name = name
        self.work = work
    }
}

/// The C entry point: consumes the job's retain and runs it.
private func runJob(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    let job = unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue()
    // The kernel copies the name before the call returns.
    unsafe whereismy_name_thread(job.name)
    let crashStack = unsafe whereismy_crash_stack_create()
    job.work()
    unsafe whereismy_crash_stack_destroy(crashStack)
    return nil
}
