import JSON
import Location

/// Encodes the messages of Home Assistant by MQTT: a device with a tracker, sensors and binary sensors.
///
/// All entities read one message, the attributes of the tracker. Only the newest position is ever sent, since Home
/// Assistant takes each message for the present.
public struct HomeAssistantEncoder: Hashable, Sendable {
    /// The topic on which Home Assistant announces its start and end.
    public static let birthTopic = "homeassistant/status"
    /// The message after a start, which requests the discovery message again.
    public static let birthPayload = Array("online".utf8)
    /// The message of ``availabilityTopic`` while connected, retained.
    public static let online = Array("online".utf8)
    /// The message of ``availabilityTopic`` otherwise, also the last will, retained.
    public static let offline = Array("offline".utf8)

    let device: String
    let version: String
    let identifier: String

    /// Creates an encoder with the name of the device, which is shown, and the version of this program.
    public init(device: String, version: String) {
        self.device = device
        self.version = version
        identifier = "whereismy_" + TopicName.identifier(device)
    }

    /// The topic of ``discovery()``, which is sent retained.
    public var discoveryTopic: String { "homeassistant/device/\(identifier)/config" }
    /// The topic of ``attributes(_:)``, which are sent retained.
    public var attributesTopic: String { "\(base)/attributes" }
    /// The topic of ``online`` and ``offline``.
    public var availabilityTopic: String { "\(base)/availability" }

    private var base: String { "whereismy/\(TopicName.identifier(device))" }

    /// Returns the attributes of the tracker, which are the values of all entities.
    ///
    /// Without a current position the coordinates are null: if they were absent, Home Assistant would go on showing the
    /// last ones. The state is `fix_state`, since Home Assistant ignores an attribute of the name `state`.
    public func attributes(_ report: PublishedReport) -> [UInt8] {
        JSONWriter.object { json in
            if let fix = report.live {
                json.position(fix)
            } else {
                json.null("latitude")
                json.null("longitude")
            }
            json.string("fix_state", report.state?.rawValue ?? Self.hiddenState)
            if let state = report.state {
                json.boolean("live", report.live != nil)
                json.boolean("contradicted", state == .contradicted)
            }
            json.time("last_fix", report.fix?.timestamp)
        }
    }

    /// The value of `fix_state` inside a privacy zone.
    static let hiddenState = "hidden"
}

extension JSONWriter {
    fileprivate mutating func position(_ fix: PublishedFix) {
        coordinates(fix.coordinate, latitude: "latitude", longitude: "longitude")
        radius("gps_accuracy", fix.accuracy)
        number("altitude", fix.altitude, decimals: 1)
        radius("vertical_accuracy", fix.verticalAccuracy)
        number("speed", fix.speed, decimals: 2)
        course("course", fix.course)
        if let isMoving = fix.isMoving { boolean("moving", isMoving) }
        integer("satellites", fix.satellites)
        number("odometer", fix.odometer, decimals: 0)
        if !fix.inside.isEmpty { strings("inside", fix.inside) }
    }
}

/// Names as parts of MQTT topics.
enum TopicName {
    /// Returns a name as an identifier of ASCII letters, digits, hyphens and underscores, unique for each name.
    ///
    /// If characters are replaced, a hash of the name follows.
    static func identifier(_ name: String) -> String {
        let text = String(String.UnicodeScalarView(name.unicodeScalars.prefix(64).map { isPlain($0) ? $0 : "_" }))
        return text == name && !name.isEmpty ? name : "\(text)-\(hash(name))"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }

    /// FNV-1a of 32 bits, the same in each process, unlike `Hasher`.
    private static func hash(_ name: String) -> String {
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
