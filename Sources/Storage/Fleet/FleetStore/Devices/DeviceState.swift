public import Basics

/// The currency of a device's position.
public enum DeviceState: String, CaseIterable, Hashable, Sendable {
    /// Both the fix and its arrival are recent.
    case live
    /// The device reports, but its newest fix is old.
    case stale
    /// The receiver claims a position that cannot be true; the newest fix is the last trusted one.
    case contradicted
    /// Nothing has come for the device's `stale-after`.
    case silent
    /// There was never a fix.
    case none

    /// The time without a report after which a device is silent, unless its status has another.
    public static let defaultStaleAfter: Duration = .seconds(900)

    /// Decides by the times of the newest fix, of the newest claim that cannot be true, and of the last report of any kind;
    /// nil for none.
    public init(
        time: Timestamp?, claimed: Timestamp? = nil, received: Timestamp?, staleAfter: Duration, at now: Timestamp
    ) {
        guard let newest = [time, claimed].compactMap(\.self).max() else {
            self = .none
            return
        }
        guard let received, now - received <= staleAfter else {
            self = .silent
            return
        }
        guard newest == time else {
            self = .contradicted
            return
        }
        self = now - newest <= staleAfter ? .live : .stale
    }
}
