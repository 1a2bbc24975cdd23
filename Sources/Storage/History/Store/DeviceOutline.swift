public import Basics
public import HistoryEncoding
import Location

/// The simplified line of one device within one hour.
public struct DeviceOutline: Hashable, Sendable {
    /// Whose line it is.
    public let device: String
    /// The line.
    public let outline: Outline

    /// When it begins, in whole seconds; nil where it has no points.
    public var start: Timestamp? { outline.vertices.first?.timestamp }
}

extension DeviceOutline {
    /// The line of points that are not sealed.
    init(_ group: HourGroups.Group) {
        device = group.device
        outline = Outline(simplifying: group.points)
    }
}
