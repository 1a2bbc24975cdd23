import CLinux
import Glibc

/// What a crash leaves on standard error: the signal, the thread, and the callers as offsets in their files.
///
/// Swift's own backtraces need a program of the toolchain; without it, a release build says nothing at all.
public enum CrashHandler {
    /// The signals that tell of a crash in the thread that gets them, and that no thread may hold back.
    static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP]

    /// Has crashes of this process leave a trace; the signal then does what it does anyway.
    ///
    /// - Parameter isJournal: whether lines begin with the priority that the journal takes off again.
    public static func install(isJournal: Bool) {
        // The handler is C, and touches its own stack alone.
        whereismy_trace_crashes(isJournal ? 1 : 0)
        // For the main thread, and so for as long as the process lives.
        _ = unsafe whereismy_make_crash_stack()
    }
}
