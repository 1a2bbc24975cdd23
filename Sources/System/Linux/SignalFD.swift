import CLinux
import Glibc

/// Signals as something to wait on: the kernel's signalfd(2).
///
/// Made before any other thread, so that every thread inherits the block and the signals come here alone.
public struct SignalFD: ~Copyable, Sendable {
    /// What ends a program that somebody watches: Ctrl-C, a request to end, a terminal that is closed.
    public static let terminationSignals = [SIGINT, SIGTERM, SIGHUP]

    /// What to wait on: readable when a signal has come.
    public let descriptor: FileDescriptor

    /// Blocks the signals for this thread and those it starts, and collects them here.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    public init(_ signals: [Int32]) throws(SystemError) {
        var set = sigset_t()
        // Each call touches the one set on this stack.
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        let number = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard number >= 0 else { throw .last("signalfd") }
        descriptor = FileDescriptor(owning: number)
    }

    /// Takes the oldest signal that has come and was not taken yet; nil where there is none.
    public func next() -> Int32? {
        let size = MemoryLayout<signalfd_siginfo>.size
        guard let bytes = try? descriptor.read(upTo: size), bytes.count == size else { return nil }
        // The kernel has written one whole value.
        return unsafe bytes.withUnsafeBytes {
            Int32(bitPattern: unsafe $0.loadUnaligned(as: signalfd_siginfo.self).ssi_signo)
        }
    }

    /// Makes writes to a closed pipe or socket fail with an error instead of ending the process.
    public static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}
