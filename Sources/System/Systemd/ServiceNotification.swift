/// A notification of a service to its manager, in the protocol of sd_notify(3).
enum ServiceNotification: Hashable {
    case ready
    case status(String)
    /// A reading of `CLOCK_MONOTONIC`.
    case reloading(at: Duration)
    case stopping
    case heartbeat
    case extendTimeout(Duration)

    /// The lines of assignments; a status cannot add a line of its own.
    var text: String {
        switch self {
        case .ready: "READY=1"
        case .status(let words): "STATUS=\(Log.text(words))"
        case .reloading(let moment): "RELOADING=1\nMONOTONIC_USEC=\(Self.microseconds(moment))"
        case .stopping: "STOPPING=1"
        case .heartbeat: "WATCHDOG=1"
        case .extendTimeout(let time): "EXTEND_TIMEOUT_USEC=\(Self.microseconds(time))"
        }
    }

    private static func microseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
