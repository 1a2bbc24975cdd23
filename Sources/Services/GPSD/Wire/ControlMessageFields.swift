import Basics
import Location

/// The fields of gpsd's messages from which a ``ControlMessage`` is made; each class has some of them.
struct ControlMessageFields: Decodable {
    let `class`: String
    let release: String?
    let devices: [Device]?
    let path: String?
    let activated: Activation?
    let enable: Bool?
    let json: Bool?
    let message: String?

    var asDevice: Device { Device(path: path, activated: activated) }

    struct Device: Decodable {
        let path: String?
        let activated: Activation?

        /// The path in printable form.
        var name: String? { path.map { PrintableText.sanitized($0, limit: PrintableText.maxDeviceLength) } }

        /// gpsd marks a removed device by the number 0 in place of a time.
        var isPresent: Bool { activated != .gone }
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
