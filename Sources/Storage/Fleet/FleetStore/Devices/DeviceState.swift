public import Basics

/// The currency of a device's position.
public enum DeviceState: String, CaseIterable, Hashable, Sendable {
    /// Both the fix and its arrival are recent.
    case live
    /// The device reports, but its newest fix is old.
    case stale
    /// Nothing has come for the device's `stale-after`.
    case silent
    /// There was never a fix.
    case none

    /// The time without a report after which a device is silent, unless its status has another.
    public static let defaultStaleAfter: Duration = .seconds(900)

    /// Decides by the time of the newest fix, and the time of the last report of any kind; nil for none.
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
