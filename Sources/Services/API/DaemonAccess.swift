public import Basics
public import Location

/// All that the API can ask of the daemon around it.
public struct DaemonAccess: Sendable {
    /// What was decided lately.
    public struct Verdicts: Sendable {
        /// In the order in which they ended.
        public var records: [VerdictRecord]
        /// Rejections of the last day up to then are forgotten; nil where none is.
        public var forgottenUntil: Timestamp?

        /// Makes a list.
        public init(records: [VerdictRecord], forgottenUntil: Timestamp?) {
            self.records = records
            self.forgottenUntil = forgottenUntil
        }
    }

    /// The newest report, and who follows it.
    public var feed: LiveFeed
    /// What was decided lately, as of a moment.
    public var verdicts: @Sendable (Moment) -> Verdicts
    /// What has been counted.
    public var counts: @Sendable () -> Counts
    /// Bytes of memory that the daemon holds; nil where the system does not say.
    public var memory: @Sendable () -> UInt64?
    /// The static page as it was written last; nil where there is none.
    public var staticPage: @Sendable () -> [UInt8]?
    /// Draws the static page of a report, as somebody else than the owner may see it.
    public var renderStaticPage: @Sendable (Report, Timestamp) -> [UInt8]
    /// The clock.
    public var clock: @Sendable () -> Moment
    /// The file of the history; nil where nothing is recorded.
    public var historyFile: String?
    /// The file of the places of the world, which need not be there; nil where there is none.
    public var gazetteerFile: String?
    /// Metres beyond which a place is not near to who asks without a limit: a tenth of a degree of latitude.
    public var defaultNearestRadius = 11_132.0
    /// How old the last accepted fix may be and still count as current.
    public var staleAfter: Duration
    /// The program's version.
    public var version: String
    /// The owner's places; nil where there can be none.
    public var places: PlaceRepository?
    /// The anchor watch; nil where there can be none.
    public var anchor: AnchorRepository?
    /// How the daemon runs.
    public var info = DaemonInfo()

    /// Makes the description of a daemon.
    public init(
        feed: LiveFeed, verdicts: @escaping @Sendable (Moment) -> Verdicts, counts: @escaping @Sendable () -> Counts,
        memory: @escaping @Sendable () -> UInt64?, staticPage: @escaping @Sendable () -> [UInt8]?,
        renderStaticPage: @escaping @Sendable (Report, Timestamp) -> [UInt8],
        clock: @escaping @Sendable () -> Moment, historyFile: String?, staleAfter: Duration, version: String
    ) {
        self.feed = feed
        self.verdicts = verdicts
        self.counts = counts
        self.memory = memory
        self.staticPage = staticPage
        self.renderStaticPage = renderStaticPage
        self.clock = clock
        self.historyFile = historyFile
        self.staleAfter = staleAfter
        self.version = version
    }
}

/// How the daemon runs: what does not change while it does.
public struct DaemonInfo: Sendable {
    /// Where requests come in.
    public struct Listener: Hashable, Sendable {
        /// The path of a Unix socket, or an address and its port.
        public var address: String
        /// Whether others than this machine's own may come by it.
        public var isNetwork: Bool
        /// Whether systemd has opened it.
        public var isPassed: Bool

        /// Describes a listener.
        public init(address: String, isNetwork: Bool, isPassed: Bool = false) {
            self.address = address
            self.isNetwork = isNetwork
            self.isPassed = isPassed
        }
    }

    /// The kernel's number for the process; nil where it is not told.
    public var processID: Int32?
    /// When it was started; nil where it is not told.
    public var started: Moment?
    /// Where gpsd is asked, such as `localhost:2947`; nil where it is not told.
    public var gpsd: String?
    /// Where requests come in.
    public var listeners: [Listener] = []

    /// Nothing that is known.
    public init() {}
}
