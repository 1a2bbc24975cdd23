public import Basics
public import HistoryEncoding

/// The simplified line of one device within one hour.
public struct DeviceOutline: Hashable, Sendable {
    /// The device.
    public let device: String
    /// The line.
    public let outline: Outline

    /// Creates a line of a device.
    public init(device: String, outline: Outline) {
        self.device = device
        self.outline = outline
    }

    /// The start in whole seconds; nil for an empty line.
    public var start: Timestamp? { outline.vertices.first?.timestamp }
}

extension DeviceOutline {
    /// Simplifies the unsealed points of an hour.
    public init(_ group: HourGroups.Group) {
        device = group.device
        outline = Outline(simplifying: group.points)
    }
}
