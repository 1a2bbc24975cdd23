import JSON
import Location

/// A message of gpsd about itself and its devices (gpsd_json(5): VERSION, DEVICES, DEVICE, WATCH, ERROR).
enum ControlMessage: Equatable, Sendable {
    /// The greeting, with the release, such as `3.22`.
    case version(String)
    /// The paths of all its receivers.
    case devices([String])
    /// A device was added or removed; one that is no receiver counts as removed.
    case device(path: String, present: Bool)
    /// True if gpsd sends this client reports as JSON.
    case watch(enabled: Bool)
    /// gpsd did not understand a command, or reports a problem with a device.
    case error(String)

    /// Parses a line; nil if it is no such message.
    init?(_ line: [UInt8]) {
        guard let message = try? SafeJSON.decode(ControlMessageFields.self, from: line) else { return nil }
        switch message.class {
        case "VERSION": self = .version(message.release?.value ?? "unknown")
        case "DEVICES":
            let present = (message.devices ?? []).filter(\.isPresent)
            self = .devices(present.filter(\.isReceiver).compactMap(\.name))
        case "DEVICE": self.init(device: message.asDevice)
        case "WATCH": self = .watch(enabled: message.enable?.value == true && message.json?.value != false)
        case "ERROR": self = .error(message.message?.value ?? "")
        default: return nil
        }
    }

    private init?(device: ControlMessageFields.Device) {
        guard let path = device.name else { return nil }
        self = .device(path: path, present: device.isPresent && device.isReceiver)
    }
}

/// The fields of gpsd's messages from which a ``ControlMessage`` is made; each class has some of them.
struct ControlMessageFields: Decodable {
    let `class`: String
    let release: LooseText?
    let devices: [Device]?
    let path: LooseText?
    let activated: Activation?
    let flags: LooseNumber?
    let driver: LooseText?
    let enable: LooseFlag?
    let json: LooseFlag?
    let message: LooseText?

    var asDevice: Device { Device(path: path, activated: activated, flags: flags, driver: driver) }

    struct Device: Decodable {
        let path: LooseText?
        let activated: Activation?
        let flags: LooseNumber?
        let driver: LooseText?

        /// The path in printable form, without credentials.
        var name: String? { path?.value.map(DevicePath.printable) }

        /// gpsd marks a removed device by the number 0 in place of a time.
        var isPresent: Bool { activated != .gone }

        /// False for a source of corrections or pulses, and for a device that has sent only RTCM or AIS.
        var isReceiver: Bool {
            DevicePath.isReceiver(path?.value, driver: driver?.value, flags: flags?.integer)
        }
    }

    /// When a device was opened: a time, or the number 0 if it was closed.
    enum Activation: Decodable, Equatable {
        case opened
        case gone

        init(from decoder: any Decoder) throws {
            let number = try? decoder.singleValueContainer().decode(Double.self)
            self = number == 0 ? .gone : .opened
        }
    }
}
