import JSON

/// A message of gpsd about itself and its devices (gpsd_json(5): VERSION, DEVICES, DEVICE, WATCH, ERROR).
enum ControlMessage: Equatable, Sendable {
    /// gpsd greets; its release, such as `3.22`.
    case version(String)
    /// All the devices it has, by path.
    case devices([String])
    /// One device has come or gone.
    case device(path: String, present: Bool)
    /// Whether it sends us reports, as JSON.
    case watch(enabled: Bool)
    /// It did not understand us, or complains of a device.
    case error(String)

    /// Reads a line; nil where it is not such a message.
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
