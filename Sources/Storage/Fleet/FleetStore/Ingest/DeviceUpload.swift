public import Basics
public import FleetProtocol

/// The content of one message of a device.
public struct DeviceUpload: Hashable, Sendable {
    /// The device.
    public let device: DeviceName
    /// Its points and events.
    public private(set) var content: UploadedItems
    /// When it arrived, by the collector's clock.
    public let received: Timestamp

    /// Creates an upload.
    public init(device: DeviceName, content: UploadedItems, received: Timestamp) {
        self.device = device
        self.content = content
        self.received = received
    }

    /// Makes the content that of the device; returns the indices of the items that cannot be stored.
    mutating func sanitise() -> Set<Int> {
        let (content, unstorable) = content.sanitised(for: device)
        self.content = content
        return Set(unstorable)
    }
}
