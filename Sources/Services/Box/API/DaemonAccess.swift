public import Basics
public import History
public import Location
import Systemd

/// The access of the API to the daemon's data.
public struct DaemonAccess: Sendable {
    /// The recent verdicts.
    public struct Verdicts: Sendable {
        /// The verdicts in order of their end.
        public var records: [VerdictRecord]
        /// The end of dropped rejections within the last day; nil if none was dropped.
        public var forgottenUntil: Timestamp?

        /// Creates a list.
        public init(records: [VerdictRecord], forgottenUntil: Timestamp?) {
            self.records = records
            self.forgottenUntil = forgottenUntil
        }
    }

    /// The newest report and its subscribers.
    public var feed: LiveFeed
    /// Returns the recent verdicts as of a moment.
    public var verdicts: @Sendable (Moment) -> Verdicts
    /// Returns the counters.
    public var counts: @Sendable () -> Counts
    /// Returns the resident memory in bytes; nil if the system does not report it.
    public var memory: @Sendable () -> UInt64?
    /// Returns the last written static page; nil if there is none.
    public var staticPage: @Sendable () -> [UInt8]?
    /// Renders the static page of a shared report.
    public var renderStaticPage: @Sendable (Report, Timestamp) -> [UInt8]
    /// The clock.
    public var clock: @Sendable () -> Moment
    /// The path of the history; nil if nothing is recorded.
    public var historyFile: String?
    /// Has the recorded fixes written, and waits until they are on the disk or the timeout is over; zero to only ask.
    public var flushHistory: @Sendable (_ timeout: Duration) -> Void = { _ in }
    /// Returns what waits in memory because the history cannot be written; nil while it can.
    public var historyOutage: @Sendable () -> HistoryOutage? = { nil }
    /// The maximum time until a fix is on the disk without ``flushHistory``.
    public var historyDelay: Duration = .seconds(70)
    /// The path of the gazetteer, which need not exist; nil if there is none.
    public var gazetteerFile: String?
    /// The default radius of a search for the nearest place in metres: a tenth of a degree of latitude.
    public var defaultNearestRadius = 11_132.0
    /// The maximum age of a current fix.
    public var staleAfter: Duration
    /// The program's version.
    public var version: String
    /// The owner's places; nil if unavailable.
    public var places: PlaceRepository?
    /// The anchor watch; nil if unavailable.
    public var anchor: AnchorRepository?
    /// Accepts the claim of a contradicted receiver in somebody's name; nil if unavailable.
    public var acceptClaim: (@Sendable (String) -> Void)?
    /// Writes a warning to the journal.
    public var log: @Sendable (String) -> Void = { Log.write(.warning, $0) }
    /// The facts about the running daemon.
    public var info = DaemonInfo()

    /// Creates the access to a daemon.
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

/// The facts about the running daemon that do not change.
public struct DaemonInfo: Sendable {
    /// A listener.
    public struct Listener: Hashable, Sendable {
        /// The path of a Unix socket, or an address and port.
        public var address: String
        /// True for TCP listeners.
        public var isNetwork: Bool
        /// True for listeners opened by systemd.
        public var isPassed: Bool

        /// Creates a listener.
        public init(address: String, isNetwork: Bool, isPassed: Bool = false) {
            self.address = address
            self.isNetwork = isNetwork
            self.isPassed = isPassed
        }
    }

    /// The process identifier; nil if unknown.
    public var processID: Int32?
    /// The time of the start; nil if unknown.
    public var started: Moment?
    /// The address of gpsd, such as `localhost:2947`; nil if unknown.
    public var gpsd: String?
    /// The listeners.
    public var listeners: [Listener] = []

    /// Creates empty facts.
    public init() {}
}
