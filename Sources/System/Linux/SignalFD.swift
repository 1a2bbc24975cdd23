import CLinux
import Glibc

/// Signals as a descriptor to wait on: the kernel's signalfd(2).
///
/// Created before any other thread, so that every thread inherits the block and the signals arrive here only.
public struct SignalFD: ~Copyable, Sendable {
    /// The signals that end a program in the foreground: Ctrl-C, a request to terminate, a closed terminal.
    public static let terminationSignals = [SIGINT, SIGTERM, SIGHUP]

    /// The descriptor to wait on: readable when a signal has arrived.
    public let descriptor: FileDescriptor

    /// Blocks the signals for this thread and those it starts, and queues them here.
    ///
    /// - Throws: ``SystemError`` if the process is out of descriptors.
    public init(_ signals: [Int32]) throws(SystemError) {
        var set = sigset_t()
        // Each call accesses the one set on this stack only.
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        let number = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        descriptor = try FileDescriptor(number, of: "signalfd")
    }

    /// Dequeues the oldest pending signal; nil if there is none.
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
