import Pages

/// The facts from gpsd within a few seconds.
struct GPSDFacts: Hashable, Sendable {
    enum Contact: Hashable, Sendable {
        /// No connection; the reason.
        case unreachable(String)
        /// The connection stays silent, or ends.
        case silent
        /// The peer is not gpsd.
        case foreign
        /// gpsd sent its version, or something else that only gpsd sends.
        case answered
    }

    struct Device: Hashable, Sendable {
        let path: String
        /// The driver, such as `u-blox`; nil before it is known.
        var driver: String?
        /// The receiver's own description; nil for none.
        var kind: String?
    }

    /// The quality of a receiver's position.
    struct Position: Hashable, Sendable {
        /// The mode: 0 and 1 none, 2 without an altitude, 3 with one.
        var mode: Int
        /// The radius in metres; nil if unknown.
        var radius: Double?
        var isSimulated = false
        /// True if there is no possible position despite the mode, such as 0, 0.
        var isImpossible = false
        var hasTime = true

        /// The order of usefulness: 2 with a position, 1 with the mode of one, else 0.
        var rank: Int { mode < 2 ? 0 : isImpossible ? 1 : 2 }
    }

    var contact = Contact.silent
    var release: String?
    var devices: [Device] = []
    /// The sources of corrections and pulses, which are no receivers.
    var otherSources: [String] = []
    /// The number of lines that could not be read, by what they are.
    var unread: [String: Int] = [:]
    /// The number of position and satellite reports of the selected receiver.
    var reports = 0
    /// The last report with a position, else the last one.
    var position: Position?
    /// The lag of the receiver's time behind this machine's clock; nil if unknown.
    var lag: Duration?
    var used: Int?
    var visible: Int?
    var duration: Duration = .zero

    var durationText: String { AgeText.span(max(.seconds(1), duration)) }

    var isComplete: Bool { position?.rank == 2 && visible != nil }
}

/// A release number of gpsd, such as 3.22 or 3.23.1.
struct GPSDRelease: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The text of gpsd.
    let description: String
    private let parts: [Int]

    /// Parses the numbers at the start and ignores the rest, such as `~dev`; nil without numbers.
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

/// The settings in `/etc/default/gpsd`.
struct GPSDDefaults: Hashable, Sendable {
    var devices: [String] = []
    /// True if plugged-in receivers are added.
    var isUSBHotplugEnabled = true
}

extension GPSDDefaults {
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
