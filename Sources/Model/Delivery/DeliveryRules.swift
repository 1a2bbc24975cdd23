public import Location
public import PublishFormats

/// The rules for the delivery to a destination.
public struct DeliveryRules: Hashable, Sendable {
    /// The maximum number of fixes in a message of the backlog.
    public var batch = 1
    /// True if a message of the backlog ends with an hour where it can, for a peer that stores whole hours faster.
    public var endsAtHours = false
    /// The maximum number of messages of the backlog that are unconfirmed at once.
    public var window = 1
    /// False if only the newest report is sent.
    public var sendsHistory = true
    /// True if every report is sent, also without a fix, for a consumer that shows the state.
    public var sendsState = false
    /// True if events at places are sent as well, from the history.
    public var sendsEvents = false
    /// True if messages need a connection that is opened first, as in MQTT.
    public var isConnected = false
    /// The minimum interval of live reports.
    public var interval: Duration = .seconds(1)
    /// The minimum interval of live reports while the machine is at rest; nil for ``interval``.
    public var restInterval: Duration?
    /// The maximum number of fixes of the backlog in a second; nil for no limit.
    public var rate: Double?
    /// The time before the cursor that is sent again after a lost connection; nil if confirmations are final.
    public var rewind: Duration?
    /// The delay after the first failure.
    public var retryMin: Duration = .seconds(1)
    /// The maximum delay after failures.
    public var retryMax: Duration = .seconds(300)
    /// The maximum number of unconfirmed messages of all kinds; nil for no separate limit.
    public var maxUnconfirmed: Int?
    /// The time without an answer after which messages are sent again, which doubles with each failure up to
    /// ``retryMax``; nil if the transport sees to it.
    public var answerTimeout: Duration?
    /// The choice of fixes.
    public var selection = PublishSelection.all

    /// Creates the rules of one fix a message, with one message at a time.
    public init() {}
}

/// A message to send.
public struct DeliveryMessage: Hashable, Sendable {
    /// The number under which the answer is reported.
    public let id: UInt64
    /// The points of the backlog; empty for the newest report and an event.
    public let points: [TrackPoint]
    /// The event at a place; nil for fixes.
    public let event: PlaceEvent?

    /// The number of fixes and events in it.
    public var itemCount: Int { max(1, points.count) }

    /// True if the newest report is to be sent.
    public var isLive: Bool { points.isEmpty && event == nil }
}

/// An event to log.
public enum DeliveryNotice: Hashable, Sendable {
    /// A failure to log as a warning.
    case failed(String, nextAttempt: Duration)
    /// A success after logged failures, with their number.
    case recovered(failures: Int)
}
