/// The topics of a device at the broker: `whereismy/v1/DEVICE/fixes` and so on.
public enum DeviceTopic: String, CaseIterable, Hashable, Sendable {
    /// Fixes and place events, from the device to the collectors.
    case fixes
    /// Answers, from a collector to the device.
    case stored
    /// The status of the device, retained; `offline` is its will.
    case status

    private static let prefix = "whereismy/v1/"

    /// Returns the filter of the collectors for fixes: each message goes to one member of their group.
    ///
    /// No device may know the name of the group: the broker lets everybody join one, and a message for a member that may
    /// not read it is lost.
    public static func fixesFilter(group: String) -> String { "$share/\(group)/whereismy/v1/+/fixes" }

    /// The filter of the collectors for statuses: every collector receives all.
    public static let statusFilter = "whereismy/v1/+/status"

    /// Returns the topic of a device.
    public func text(_ device: DeviceName) -> String { Self.prefix + device.text + "/" + rawValue }

    /// Parses a topic; nil if it is not one of a fleet.
    public static func parse(_ topic: String) -> (device: DeviceName, topic: DeviceTopic)? {
        guard topic.hasPrefix(prefix), topic.utf8.count <= prefix.utf8.count + DeviceName.maxLength + 8 else {
            return nil
        }
        let parts = topic.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let device = DeviceName(String(parts[0])),
            let kind = DeviceTopic(rawValue: String(parts[1]))
        else { return nil }
        return (device, kind)
    }
}

/// The paths of a collector's HTTP server, below its base.
public enum UploadPath {
    /// Receives bodies of fixes, as ``DeviceTopic/fixes``; answers as ``DeviceTopic/stored``.
    public static let fixes = "/v1/fleet/fixes"
    /// Receives statuses, as ``DeviceTopic/status``.
    public static let status = "/v1/fleet/status"
}
