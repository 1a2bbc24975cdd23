public import HistoryEncoding
import Location

/// The simplified line of one device within one hour.
public struct DeviceOutline: Hashable, Sendable {
    /// Whose line it is.
    public let device: String
    /// The line.
    public let outline: Outline
}

extension DeviceOutline {
    /// The line of points that are not sealed.
    init(_ group: HourGroups.Group) {
        device = group.device
        outline = Outline(simplifying: group.points)
    }
}
