import Basics
import Location

/// Which of several receivers counts: the configured one, else the best, and then that one for as long as it delivers.
///
/// Positions of different receivers never mix: each stands some metres from the others.
struct DeviceSelector: Sendable {
    private var configured: String?
    private var failoverDelay: Duration
    private(set) var selected: String?
    /// How good the last fix of the chosen one was.
    private var best: (mode: FixMode, radius: Double)?
    private var settledAt: Duration?
    private var lastUsed: Duration?

    /// Makes a choice that is open; `patience` is how long a better receiver may still take over after the first
    /// fix, and how long the chosen one must have failed before another may.
    init(configured: String?, failoverDelay: Duration) {
        self.configured = configured
        self.failoverDelay = failoverDelay
        selected = configured
    }

    /// Goes by another wish; without one, the receiver that has delivered is kept as long as it does.
    mutating func reconfigure(configured: String?, failoverDelay: Duration) {
        self.failoverDelay = failoverDelay
        guard configured != self.configured else { return }
        self.configured = configured
        guard let configured else {
            if lastUsed == nil { selected = nil }
            return
        }
        (selected, best, settledAt, lastUsed) = (configured, nil, nil, nil)
    }

    /// Whether a fix is the chosen receiver's, which it may become by it.
    mutating func accepts(_ fix: Fix, at uptime: Duration) -> Bool {
        if configured == nil, fix.coordinate != nil { consider(fix, at: uptime) }
        guard fix.device == selected || selected == nil else { return false }
        if fix.coordinate != nil {
            best = (fix.mode, Self.radius(fix))
            lastUsed = uptime
        }
        return true
    }

    private mutating func consider(_ fix: Fix, at uptime: Duration) {
        guard fix.device != selected else { return }
        let hasFailed = lastUsed.map { uptime - $0 >= failoverDelay } ?? true
        let isSettling = settledAt.map { uptime < $0 } ?? true
        guard hasFailed || (isSettling && isBetter(fix)) else { return }
        selected = fix.device
        if hasFailed { settledAt = uptime + failoverDelay }
    }

    /// A higher mode, or the same and a smaller radius; one that is not known is the largest.
    private func isBetter(_ fix: Fix) -> Bool {
        guard let best else { return true }
        guard fix.mode == best.mode else { return fix.mode > best.mode }
        return Self.radius(fix) < best.radius
    }

    private static func radius(_ fix: Fix) -> Double { fix.horizontalAccuracy?.radius ?? .infinity }
}
