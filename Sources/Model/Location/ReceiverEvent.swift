/// An event of a source of fixes.
public enum ReceiverEvent: Hashable, Sendable {
    /// The source is unreachable or the connection was lost; the reason is a one-line message.
    case disconnected(reason: String)
    /// The source is connected and has these receivers, by device path; the list may be empty, and has no sources of
    /// corrections or pulses.
    case receivers([String])
    /// A complete epoch of a receiver.
    case fix(Fix)
    /// The sky view of a receiver: the most detailed one of its epoch.
    case satellites(Satellites, device: String)
    /// A line of the source that could not be read, named in a few words; it never has a position or a password.
    case unread(String)
}

/// A fault of a receiver, or of gpsd's decoding of it, that was detected from its fixes and is worked around.
public struct ReceiverFault: Hashable, Sendable {
    /// The kind of fault.
    public enum Kind: Hashable, Sendable {
        /// Latitude and longitude are constant to the digit while the Earth-centred coordinates move: a fault of gpsd
        /// 3.22.
        ///
        /// Fixed by gpsd's commit 648102578, first released in 3.23.1; Debian 13 has 3.25. It affects the u-blox binary
        /// protocol: gpsd is free of it if it makes these receivers send NMEA.
        case frozen
        /// Latitude and longitude change but differ from the Earth-centred coordinates by a distance in metres.
        case disagreement(metres: Double)
    }

    /// The device path of the receiver as gpsd reports it.
    public let device: String
    /// The kind of fault.
    public let kind: Kind

    /// Creates a fault.
    public init(device: String, kind: Kind) {
        self.device = device
        self.kind = kind
    }

    /// The machine-readable name.
    public var name: String {
        switch kind {
        case .frozen: "frozen-position"
        case .disagreement: "position-disagreement"
        }
    }

    /// A one-line description of the fault and of the workaround.
    public var explanation: String {
        switch kind {
        case .frozen:
            "gpsd freezes this receiver's position, as gpsd 3.22 does for u-blox 5, 6 and 7;"
                + " WhereIsMy works around it by the Earth-centred position"
        case .disagreement(let metres):
            "this receiver's latitude and longitude lie \(Int(exactly: metres.rounded()).map(String.init) ?? "many") m"
                + " from its Earth-centred position; WhereIsMy shows the latter"
        }
    }

    /// A one-line instruction that fixes the fault.
    public var remedy: String {
        switch kind {
        case .frozen:
            "gpsd 3.23.1 or later (Debian 13 has it);"
                + " or GPSD_OPTIONS=\"-b\" in /etc/default/gpsd and the receiver plugged in again, so that it speaks NMEA"
        case .disagreement: "a newer gpsd, if it is older than 3.23.1; otherwise another receiver"
        }
    }
}
