import Location
import Pages

/// What a gpsd has told within a few seconds.
struct GPSDFacts: Hashable, Sendable {
    /// How far it came.
    enum Contact: Hashable, Sendable {
        /// Nobody can be reached there; why.
        case unreachable(String)
        /// Somebody takes the connection and says nothing, or ends it.
        case silent
        /// Somebody speaks who is not gpsd.
        case foreign
        /// gpsd has said its version.
        case answered
    }

    /// A receiver that it has.
    struct Device: Hashable, Sendable {
        /// What it calls it.
        let path: String
        /// How it speaks with it, such as `u-blox`; nil before it knows.
        var driver: String?
        /// What the receiver says that it is; nil where it says nothing.
        var kind: String?
    }

    /// A receiver's word on where it is.
    struct Position: Hashable, Sendable {
        /// 0 and 1 none, 2 without an altitude, 3 with one.
        var mode: Int
        /// The radius in metres; nil where it is not said.
        var radius: Double?
        /// Whether it is marked as a simulator's.
        var isSimulated = false
    }

    /// How far it came.
    var contact = Contact.silent
    /// What it says that it is.
    var release: String?
    /// Its receivers.
    var devices: [Device] = []
    /// How many reports of position and of satellites the receiver in question has made.
    var reports = 0
    /// The last one that has a position, or the last one.
    var position: Position?
    /// How far the receiver's time stands behind this machine's clock; nil where it tells none.
    var lag: Duration?
    /// Satellites that take part in the position.
    var used: Int?
    /// Satellites in view.
    var visible: Int?
    /// How long it was listened to.
    var duration: Duration = .zero

    /// How long it was listened to, in words.
    var durationText: String { AgeText.span(max(.seconds(1), duration)) }

    /// What is wanted is known: there is no need to listen on.
    var isComplete: Bool { (position?.mode ?? 0) >= 2 && visible != nil }
}

/// The number of a release of gpsd, such as 3.22 or 3.23.1.
struct GPSDRelease: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// It as gpsd says it.
    let description: String
    private let parts: [Int]

    /// Reads the numbers at its start and passes over what follows them, such as `~dev`; nil where there are none.
    init?(_ text: String) {
        let digits = text.prefix { $0 == "." || $0.isASCII && $0.isNumber }
        let parts = digits.split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 2 else { return nil }
        self.parts = parts
        description = text
    }

    static func < (left: GPSDRelease, right: GPSDRelease) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }

    static func == (left: GPSDRelease, right: GPSDRelease) -> Bool { left.parts == right.parts }

    func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// What `/etc/default/gpsd` gives Debian's gpsd to start with.
struct GPSDDefaults: Hashable, Sendable {
    /// The receivers that it is to read.
    var devices: [String] = []
    /// Whether it is told of receivers that are plugged in.
    var isUSBHotplugEnabled = true

    /// Makes one from its parts.
    init(devices: [String] = [], isUSBHotplugEnabled: Bool = true) {
        self.devices = devices
        self.isUSBHotplugEnabled = isUSBHotplugEnabled
    }

    /// Reads the file, as far as a shell's assignments go.
    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = parts[1].filter { $0 != "\"" && $0 != "'" }
            switch parts[0] {
            case "DEVICES": devices = value.split(separator: " ").map(String.init)
            case "USBAUTO": isUSBHotplugEnabled = value == "true"
            default: break
            }
        }
    }
}
