/// How a process has ended.
public enum ProcessExitStatus: Hashable, Sendable {
    /// By itself, with this code.
    case exited(Int32)
    /// By this signal.
    case killed(Int32)

    /// Reads what waitpid(2) gives: the signal in the low 7 bits, the code in the 8 above them.
    init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
    }
}
