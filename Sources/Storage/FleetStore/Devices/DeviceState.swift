public import Basics

/// How current the position of a device is.
public enum DeviceState: String, CaseIterable, Hashable, Sendable {
    /// Both the fix and its arrival are recent.
    case live
    /// The device reports, but its newest fix is old.
    case stale
    /// Nothing has come for the device's `stale-after`.
    case silent
    /// There was never a fix.
    case none

    /// The time without a report after which a device is silent, unless it says another.
    public static let defaultStaleAfter: Duration = .seconds(900)

    /// Decides on a state.
    ///
    /// - Parameters:
    ///   - time: The time of the newest fix; nil without one.
    ///   - received: When the device last reported anything; nil if never.
    ///   - staleAfter: The age of a report at which the device is silent, and that of a fix at which it is stale.
    ///   - now: The time of day.
    public init(time: Timestamp?, received: Timestamp?, staleAfter: Duration, at now: Timestamp) {
        guard let time else {
            self = .none
            return
        }
        guard let received, now - received <= staleAfter else {
            self = .silent
            return
        }
        self = now - time <= staleAfter ? .live : .stale
    }
}
