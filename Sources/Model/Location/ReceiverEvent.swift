/// What a source of fixes tells the tracker.
public enum ReceiverEvent: Hashable, Sendable {
    /// The source cannot be reached or was lost; the reason is one line for people.
    case disconnected(reason: String)
    /// The source answers and has these receivers, by their paths; an empty list when it has none.
    case receivers([String])
    /// A receiver's epoch is complete.
    case fix(Fix)
    /// What a receiver sees of the sky, the richest of its epoch.
    case satellites(Satellites, device: String)
}

/// A fault of a receiver, or of what gpsd makes of it, that has shown in its fixes and is worked around.
public struct ReceiverFault: Hashable, Sendable {
    /// Which fault it is.
    public enum Kind: Hashable, Sendable {
        /// Latitude and longitude stand to the digit while the Earth-centred coordinates move: gpsd 3.22's fault.
        ///
        /// gpsd's commit 648102578, first in 3.23.1, mends it; Debian 13 has 3.25. It touches what u-blox receivers say
        /// in their own protocol, so that a gpsd that lets them speak NMEA is free of it.
        case frozen
        /// Latitude and longitude move, and lie that many metres from the Earth-centred coordinates.
        case disagreement(metres: Double)
    }

    /// The receiver's path as gpsd names it.
    public let device: String
    /// Which fault it is.
    public let kind: Kind

    /// Makes a fault of a receiver.
    public init(device: String, kind: Kind) {
        self.device = device
        self.kind = kind
    }

    /// One word for programs.
    public var name: String {
        switch kind {
        case .frozen: "frozen-position"
        case .disagreement: "position-disagreement"
        }
    }

    /// What is wrong, and what is done about it, in a line for people.
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

    /// What helps, in a line for people.
    public var remedy: String {
        switch kind {
        case .frozen:
            "gpsd 3.23.1 or later (Debian 13 has it);"
                + " or GPSD_OPTIONS=\"-b\" in /etc/default/gpsd and the receiver plugged in again, so that it speaks NMEA"
        case .disagreement: "a newer gpsd, if it is older than 3.23.1; otherwise another receiver"
        }
    }
}
