import CLinux
import Glibc

/// Pipes and sockets whose reader is gone.
public enum BrokenPipes {
    /// Makes a write to one an error (`EPIPE`) in place of the end of the program.
    public static func ignore() {
        signal(SIGPIPE, SIG_IGN)
    }
}
