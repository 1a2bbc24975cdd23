import Web

/// The types of a fleet's server-sent events.
enum EventType: String, CaseIterable {
    /// All devices that the viewer may see; replaces what was sent before.
    case devices
    /// The devices that have changed.
    case change
    /// Something that a device did: entered or left a place, fell silent, came back.
    case event
    /// The report of the only device, on its own stream.
    case report
    /// An event at a place, on the stream of one device.
    case place
    /// The database is away; what was sent before is not current until the next `devices` or `report`.
    case unavailable

    /// Returns the event with one line of JSON.
    func bytes(_ json: [UInt8]) -> [UInt8] { ServerSentEvent.bytes(rawValue, json: json) }
}
