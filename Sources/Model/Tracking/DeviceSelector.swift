import Basics
import Location

/// Selects one of several receivers: the configured one, otherwise the best one, as long as it delivers positions.
///
/// A receiver that gpsd has removed is deselected at once; one without a position yields to another after ``lossDelay``,
/// and one whose positions repeat or are rejected as soon as its last one is no longer current.
/// Positions of different receivers are never mixed: their antennas are some metres apart.
struct DeviceSelector: Sendable {
    private var configured: String?
    private var failoverDelay: Duration
    private(set) var selected: String?
    /// The receiver that was selected before and has failed, which a better position does not bring back.
    private var failed: String?
    /// The quality of the last fix of the selected receiver.
    private var lastQuality: (mode: FixMode, radius: Double)?
    private var settlingEnd: Duration?
    /// The uptime of its last position, and of the last one that was shown.
    private var lastHeard, lastUsed: Duration?
    /// True if it has shown one since it was selected.
    private var hasShown = false
    /// True if the selected receiver has reported that it has no position since its last one.
    private var hasLostPosition = false

    /// The time since the last position after which a receiver that reports none yields to another one: longer than the
    /// empty epoch that some receivers have now and then.
    private static let lossDelay: Duration = .milliseconds(1500)
    /// The time without a shown position after which a receiver yields to the one before it, which has failed itself: the
    /// judgement of a receiver that disagrees with the last takes most of it.
    private static let returnDelay: Duration = .seconds(60)

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
            if lastHeard == nil { selected = nil }
            return
        }
        select(configured)
    }

    /// Deselects a receiver that is not among those that remain, so that the next one with a position is selected;
    /// unless it is configured.
    mutating func remove(except devices: [String]) {
        guard configured == nil, let selected, !devices.contains(selected) else { return }
        select(nil)
    }

    private mutating func select(_ device: String?) {
        (selected, failed, lastQuality, settlingEnd) = (device, nil, nil, nil)
        (lastHeard, lastUsed, hasShown, hasLostPosition) = (nil, nil, false, false)
    }

    /// Records that a fix of the selected receiver is shown, or confirms the one that is.
    mutating func recordUse(at uptime: Duration) { (lastUsed, hasShown) = (uptime, true) }

    /// Returns true if a fix comes from the selected receiver; may select its receiver.
    mutating func accepts(_ fix: Fix, at uptime: Duration) -> Bool {
        if configured == nil, fix.coordinate != nil { consider(fix, at: uptime) }
        guard fix.device == selected || selected == nil else { return false }
        hasLostPosition = fix.coordinate == nil
        if !hasLostPosition { (lastQuality, lastHeard) = ((fix.mode, Self.radius(fix)), uptime) }
        return true
    }

    private mutating func consider(_ fix: Fix, at uptime: Duration) {
        guard fix.device != selected else { return }
        let hasFailed = hasFailed(at: uptime, before: fix.device)
        let isSettling = settlingEnd.map { uptime < $0 } ?? false
        guard hasFailed || isLost(at: uptime) || (isSettling && fix.device != failed && isBetter(fix)) else { return }
        // A receiver whose position comes and goes must not be selected again each time that it has one.
        if hasFailed { settlingEnd = uptime + failoverDelay } else if hasLostPosition { settlingEnd = uptime }
        // It has as long to show a position, so that two hung receivers do not take turns.
        if hasFailed { failed = selected } else if fix.device == failed { failed = nil }
        (selected, lastUsed, hasShown) = (fix.device, uptime, false)
    }

    /// Returns true if the selected receiver is silent, or shows nothing.
    private func hasFailed(at uptime: Duration, before device: String) -> Bool {
        guard !isSilent(at: uptime), let lastUsed else { return true }
        let delay = device == failed && !hasShown ? max(Self.returnDelay, failoverDelay) : failoverDelay
        return uptime - lastUsed >= delay
    }

    /// Returns true if the selected receiver has not reported a position for as long.
    func isSilent(at uptime: Duration) -> Bool { lastHeard.map { uptime - $0 >= failoverDelay } ?? true }

    private func isLost(at uptime: Duration) -> Bool {
        guard hasLostPosition, let lastHeard else { return false }
        return uptime - lastHeard >= min(Self.lossDelay, failoverDelay)
    }

    /// Returns true for a higher mode, or the same mode and a smaller radius; an unknown radius is the largest.
    private func isBetter(_ fix: Fix) -> Bool {
        guard let lastQuality else { return true }
        guard fix.mode == lastQuality.mode else { return fix.mode > lastQuality.mode }
        return Self.radius(fix) < lastQuality.radius
    }

    private static func radius(_ fix: Fix) -> Double { fix.horizontalAccuracy?.radius ?? .infinity }
}
