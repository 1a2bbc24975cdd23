public import Configuration
public import Linux

/// The settings of a collector.
public struct CollectorSettings: Hashable, Sendable {
    /// The database, as libpq's conninfo or URI; may contain a password.
    public var database = "dbname=whereismy"
    /// The broker; nil for a collector that receives only by HTTP.
    public var broker: Broker?
    /// The note of a crash in the connection to the broker, after which the next process does not connect for a time;
    /// nil for nothing.
    public var crashNote: CrashNote?
    /// The bytes of uploads that may wait for a commit, those that are being received included.
    public var maxWaitingBytes = 8 << 20
    /// The number of fixes after which a commit begins at once.
    public var maxFixesPerCommit = 5000
    /// The longest wait of an upload for others.
    public var commitDelay = Duration.milliseconds(50)
    /// The time between two rounds of the messages of a collector to its own group.
    public var probeInterval = Duration.seconds(30)
    /// The webhooks.
    public var webhooks: [FleetWebhook] = []

    /// Creates the default settings.
    public init() {}

    /// The broker and how to connect to it.
    public struct Broker: Hashable, Sendable {
        /// The name or the numeric address.
        public var host: String
        /// The TCP port.
        public var port: UInt16
        /// True to connect with TLS.
        public var isEncrypted: Bool
        /// The user; nil for none.
        public var user: String?
        /// The file of the password; nil for none.
        public var passwordFile: String?
        /// A file of trusted root certificates (PEM); nil for those of the system.
        public var authorityFile: String?
        /// The file of the client's certificate (PEM); nil for none, otherwise with ``keyFile``.
        public var certificateFile: String?
        /// The file of its private key (PEM).
        public var keyFile: String?
        /// True if phones with OwnTracks publish there too.
        public var takesOwnTracks = false

        /// Creates a broker without user and certificates.
        public init(host: String, port: UInt16, isEncrypted: Bool) {
            self.host = host
            self.port = port
            self.isEncrypted = isEncrypted
        }
    }
}

/// A webhook of a fleet: it is sent the events of devices.
public struct FleetWebhook: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The address.
    public var address: WebhookAddress
    /// The file of the secret that signs requests; nil for no signature.
    public var secretFile: String?
    /// A PEM file of certificate authorities to trust in place of the system's; nil for the system's.
    public var authorityFile: String?
    /// The proxy; nil for none.
    public var proxy: WebhookAddress?
    /// The kinds of events to send.
    public var events = Set(Event.allCases)
    /// The names of the devices whose events to send; nil for all.
    public var devices: Set<String>?

    /// A kind of event.
    public enum Event: String, CaseIterable, Hashable, Sendable {
        /// A place was entered.
        case enter
        /// A place was left.
        case leave
        /// The receiver of a device has a position that cannot be true.
        case contradicted
        /// It is trusted again.
        case trusted
        /// A device has not reported for its own time.
        case silent
        /// A silent device reports again.
        case back
    }

    /// Creates a webhook for all events of all devices.
    public init(name: String, address: WebhookAddress) {
        self.name = name
        self.address = address
    }
}
