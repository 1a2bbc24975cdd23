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
