import JSON

/// A message of gpsd about itself and its devices (gpsd_json(5): VERSION, DEVICES, DEVICE, WATCH, ERROR).
enum ControlMessage: Equatable, Sendable {
    /// The greeting, with the release, such as `3.22`.
    case version(String)
    /// The paths of all its devices.
    case devices([String])
    /// A device was added or removed.
    case device(path: String, present: Bool)
    /// True if gpsd sends this client reports as JSON.
    case watch(enabled: Bool)
    /// gpsd did not understand a command, or reports a problem with a device.
    case error(String)

    /// Parses a line; nil if it is no such message.
    init?(_ line: [UInt8]) {
        guard let message = try? SafeJSON.decode(ControlMessageFields.self, from: line) else { return nil }
        switch message.class {
        case "VERSION": self = .version(message.release ?? "unknown")
        case "DEVICES": self = .devices((message.devices ?? []).filter(\.isPresent).compactMap(\.name))
        case "DEVICE": self.init(device: message.asDevice)
        case "WATCH": self = .watch(enabled: message.enable == true && message.json == true)
        case "ERROR": self = .error(message.message ?? "")
        default: return nil
        }
    }

    private init?(device: ControlMessageFields.Device) {
        guard let path = device.name else { return nil }
        self = .device(path: path, present: device.isPresent)
    }
}
