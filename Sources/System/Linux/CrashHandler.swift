import CCrashHandler
import Glibc

/// A signal handler that writes a stack trace to standard error: the signal, the thread, and the callers as file
/// offsets.
///
/// Swift's own backtraces need a program of the toolchain; without it, a crashing release build writes nothing.
public enum CrashHandler {
    /// The signals of a crash of the thread that receives them; no thread may block them.
    static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP]

    /// Installs the handler; after the trace the signal's default action follows.
    ///
    /// - Parameter isJournal: If true, each line starts with a priority prefix, which the journal strips.
    public static func install(isJournal: Bool) {
        // The handler is C and uses its own stack only.
        whereismy_crash_handler_install(isJournal ? 1 : 0)
        // The alternate stack of the main thread; it lives as long as the process.
        _ = unsafe whereismy_crash_stack_create()
    }
}
