import CLinux
import Glibc
import Synchronization

/// A thread of its own for work that blocks, which must never hold up Swift's shared pool.
///
/// The thread takes no signals but those of its own crash: the others stay with the thread that waits for them.
public final class WorkerThread: Sendable {
    private let thread: pthread_t
    /// Whether the kernel has the thread's end collected; held while somebody waits for it.
    private let isJoined = Mutex(false)

    /// Starts the work at once; `ps -L` shows it under the first 15 bytes of the name.
    ///
    /// - Throws: ``SystemError`` where the system has no thread left.
    public init(name: String, _ work: @escaping @Sendable () -> Void) throws(SystemError) {
        let job = Job(name: name, work: work)
        var created = pthread_t()
        let code = Self.withSignalsBlocked {
            // The retain is handed to the thread; where none starts, it is taken back below.
            let argument = unsafe Unmanaged.passRetained(job).toOpaque()
            let code = unsafe pthread_create(&created, nil, runJob, argument)
            if code != 0 { unsafe Unmanaged<Job>.fromOpaque(argument).release() }
            return code
        }
        guard code == 0 else { throw SystemError("pthread_create", name, code: code) }
        thread = created
    }

    deinit {
        // Nobody can wait any more, so the kernel may clear up when the work ends.
        if !isJoined.withLock({ $0 }) { pthread_detach(thread) }
    }

    /// Waits until the work has ended; returns at once when it has, or when the work itself asks.
    public func join() {
        guard pthread_equal(pthread_self(), thread) == 0 else { return }
        isJoined.withLock { isJoined in
            guard !isJoined else { return }
            // Once only, under the lock; what the thread returns is not looked at.
            isJoined = pthread_join(thread, nil) == 0
        }
    }

    /// A new thread inherits the mask of the one that starts it.
    private static func withSignalsBlocked(_ start: () -> Int32) -> Int32 {
        var all = sigset_t()
        var before = sigset_t()
        // Each call touches only the sets on this stack.
        unsafe sigfillset(&all)
        for signal in CrashHandler.signals { unsafe sigdelset(&all, signal) }
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return start()
    }
}

/// What a thread is given to do.
private final class Job: Sendable {
    let name: String
    let work: @Sendable () -> Void

    init(name: String, work: @escaping @Sendable () -> Void) {
        self.name = name
        self.work = work
    }
}

/// The C entry point: takes over the job's retain and runs it.
private func runJob(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    let job = unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue()
    // The kernel copies the name before the call returns.
    unsafe whereismy_name_thread(job.name)
    let crashStack = unsafe whereismy_make_crash_stack()
    job.work()
    unsafe whereismy_free_crash_stack(crashStack)
    return nil
}
