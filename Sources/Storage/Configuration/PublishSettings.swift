public import Basics
public import PublishFormats

/// A destination of positions of the configuration.
public struct PublishSettings: Hashable, Sendable {
    /// The maximum number of destinations: each may have its own connection.
    public static let maxCount = 16

    /// The name: letters, digits, hyphens, underscores and dots, no dot first; suitable for a file.
    public var name: String
    /// The address, whose scheme the format permits.
    public var to: PublishAddress
    /// The format.
    public var format: PublishFormat
    /// The name of this device there; nil for the host name.
    public var device: String?
    /// The user of the login, and of OwnTracks; nil for none, or for the name of the device with a fleet's broker.
    public var user: String?
    /// The topic of OwnTracks; nil for ``ownTracksTopic(device:)``.
    public var topic: String?
    /// The tracker ID of OwnTracks, one or two characters; nil for the default.
    public var trackerID: String?
    /// The file of the password of the user; nil for none.
    public var passwordFile: String?
    /// The file of the token of HTTP requests; nil for none.
    public var tokenFile: String?
    /// A PEM file of certificate authorities to trust in place of the system's; nil for the system's.
    public var authorityFile: String?
    /// The PEM file of the client certificate; nil for none.
    public var certificateFile: String?
    /// The PEM file of its key; nil for none.
    public var keyFile: String?
    /// The proxy of HTTP requests; nil for none.
    public var proxy: WebhookAddress?
    /// The fixes to send.
    public var selection = PublishSelection.all
    /// The minimum interval between positions of live reports.
    public var interval = Duration.seconds(1)
    /// The minimum interval between them while the machine is at rest; nil for the same.
    public var restInterval: Duration?
    /// The maximum number of backlog fixes a second; nil for no limit.
    public var rate: Double?
    /// The time before the cursor that is sent again after a lost connection.
    public var rewind: Duration
    /// The first fix to send.
    public var since = PublishStart.now
    /// The time without a report after which a fleet counts this device as silent; nil for the fleet's default.
    public var staleAfter: Duration?
    /// The part of the positions to send.
    public var privacy: PublishPrivacy
    /// The first delay before a retry.
    public var retryMin = Duration.seconds(1)
    /// The longest delay before a retry.
    public var retryMax = Duration.seconds(300)
    /// The webhook of the format ``PublishFormat/webhook``; nil for all others.
    public var webhook: WebhookSettings?

    /// Creates a destination with the defaults of its address and format.
    public init(name: String, to: PublishAddress, format: PublishFormat) {
        self.name = name
        self.to = to
        self.format = format
        let usual = PublishDefaults(to: to, format: format)
        (rate, rewind, privacy, restInterval) = (usual.rate, usual.rewind, usual.privacy, usual.restInterval)
    }

    /// Returns the topic of OwnTracks' locations by MQTT: the configured one, else `owntracks/USER/DEVICE`.
    ///
    /// - Parameter device: the name of the device, as configured or else the host name.
    /// - Returns: the topic.
    public func ownTracksTopic(device: String) -> String {
        topic ?? "owntracks/\(user ?? Self.defaultUser)/\(device)"
    }

    /// The user of OwnTracks if none is configured.
    public static let defaultUser = "whereismy"
}

/// A program that serves destinations.
public enum PublishProgramName: String, Hashable, Sendable {
    /// The publisher, which keeps a cursor.
    case publisher = "whereismy-publish"
    /// The server of NMEA 0183.
    case nmea = "whereismy-nmea"
}

extension PublishSettings {
    /// The program that serves the destination.
    public var program: PublishProgramName {
        switch format {
        case .nmea, .geoclue: .nmea
        case .owntracks, .overland, .traccar, .homeAssistant, .fleet, .webhook: .publisher
        }
    }

    /// True if each fix of the history is delivered, false if only the newest position or only events are.
    public var receivesHistory: Bool {
        switch format {
        case .owntracks, .overland, .traccar, .fleet: true
        case .homeAssistant, .nmea, .geoclue, .webhook: false
        }
    }
}

/// The first fix that a destination receives.
public enum PublishStart: Hashable, Sendable {
    /// The present when the destination is first seen.
    case now
    /// The start of the history.
    case all
    /// A moment.
    case moment(Timestamp)
}

/// The defaults that depend on the address and the format.
struct PublishDefaults {
    /// OwnTracks Recorder takes 19 MQTT messages a second, and brokers drop what waits for it.
    static let ownTracksRate = 10.0

    let to: PublishAddress?
    let format: PublishFormat?

    var rate: Double? { format == .owntracks && isMQTT ? Self.ownTracksRate : nil }

    /// A machine at rest has nothing new: as often as the history keeps a fix of a stay.
    ///
    /// A fleet shows the age of each report, and Home Assistant the state.
    var restInterval: Duration? {
        switch format {
        case .owntracks, .overland, .traccar: .seconds(60)
        case .homeAssistant, .fleet, .nmea, .geoclue, .webhook, nil: nil
        }
    }

    /// A message that a broker acknowledged may be lost with the broker; an HTTP consumer acknowledges what it
    /// has, and so does a fleet.
    var rewind: Duration { isMQTT && format != .fleet || to == nil ? .seconds(60) : .zero }

    /// The readers of a Unix socket are on this machine, from which nothing is hidden.
    var privacy: PublishPrivacy { if case .unix = to { .exact } else { .zone } }

    private var isMQTT: Bool { if case .mqtt = to { true } else { false } }
}
