import Basics
import Location

/// Selects one of several receivers: the configured one, otherwise the best one, as long as it delivers positions.
///
/// Positions of different receivers are never mixed: their antennas are some metres apart.
struct DeviceSelector: Sendable {
    private var configured: String?
    private var failoverDelay: Duration
    private(set) var selected: String?
    /// The quality of the last fix of the selected receiver.
    private var lastQuality: (mode: FixMode, radius: Double)?
    private var settlingEnd: Duration?
    private var lastUsed: Duration?

    /// Creates a selector; `failoverDelay` is the time after the first fix during which a better receiver may still be
    /// selected, and the time without positions after which another receiver is.
    init(configured: String?, failoverDelay: Duration) {
        self.configured = configured
        self.failoverDelay = failoverDelay
        selected = configured
    }

    /// Changes the configured receiver; without one, a receiver that has delivered positions stays selected.
    mutating func reconfigure(configured: String?, failoverDelay: Duration) {
        self.failoverDelay = failoverDelay
        guard configured != self.configured else { return }
        self.configured = configured
        guard let configured else {
            if lastUsed == nil { selected = nil }
            return
        }
        (selected, lastQuality, settlingEnd, lastUsed) = (configured, nil, nil, nil)
    }

    /// Returns true if a fix comes from the selected receiver; may select its receiver.
    mutating func accepts(_ fix: Fix, at uptime: Duration) -> Bool {
        if configured == nil, fix.coordinate != nil { consider(fix, at: uptime) }
        guard fix.device == selected || selected == nil else { return false }
        if fix.coordinate != nil {
            lastQuality = (fix.mode, Self.radius(fix))
            lastUsed = uptime
        }
        return true
    }

    private mutating func consider(_ fix: Fix, at uptime: Duration) {
        guard fix.device != selected else { return }
        let hasFailed = lastUsed.map { uptime - $0 >= failoverDelay } ?? true
        let isSettling = settlingEnd.map { uptime < $0 } ?? true
        guard hasFailed || (isSettling && isBetter(fix)) else { return }
        selected = fix.device
        if hasFailed { settlingEnd = uptime + failoverDelay }
    }

    /// Returns true for a higher mode, or the same mode and a smaller radius; an unknown radius is the largest.
    private func isBetter(_ fix: Fix) -> Bool {
        guard let lastQuality else { return true }
        guard fix.mode == lastQuality.mode else { return fix.mode > lastQuality.mode }
        return Self.radius(fix) < lastQuality.radius
    }

    private static func radius(_ fix: Fix) -> Double { fix.horizontalAccuracy?.radius ?? .infinity }
}
