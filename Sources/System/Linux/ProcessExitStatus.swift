/// The exit status of a process.
public enum ProcessExitStatus: Hashable, Sendable {
    /// It exited with this code.
    case exited(Int32)
    /// This signal killed it.
    case killed(Int32)

    /// Decodes the status of waitpid(2): the signal in the low 7 bits, the exit code in the 8 bits above them.
    init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
    }
}
