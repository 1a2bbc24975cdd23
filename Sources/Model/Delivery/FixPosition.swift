public import Basics
public import Location

/// The place of a fix in the order of a history: by time, then by device.
public struct FixPosition: Hashable, Comparable, Sendable {
    /// The time of the fix.
    public let time: Timestamp
    /// The device path of its receiver.
    public let device: String

    /// Creates a position.
    public init(time: Timestamp, device: String) {
        self.time = time
        self.device = device
    }

    /// Creates the position of a point.
    public init(_ point: TrackPoint) {
        self.init(time: point.timestamp, device: point.fix.device)
    }

    /// Orders by time, then by device.
    public static func < (left: FixPosition, right: FixPosition) -> Bool {
        (left.time, left.device) < (right.time, right.device)
    }
}

/// A span of fixes that entered the history behind what was delivered: held up on the way, or imported.
public struct LateSpan: Hashable, Sendable {
    /// The device; nil for all.
    public let device: String?
    /// The first moment.
    public let first: Timestamp
    /// The last moment, inclusive.
    public let last: Timestamp
    /// Everything at or before it is delivered; nil if nothing is.
    public var delivered: FixPosition?

    /// Creates a span.
    public init(device: String?, first: Timestamp, last: Timestamp, delivered: FixPosition? = nil) {
        self.device = device
        self.first = first
        self.last = last
        self.delivered = delivered
    }

    /// The part before a moment; nil if there is none.
    func ending(before moment: Timestamp) -> LateSpan? {
        guard first < moment else { return nil }
        let end = min(last, Timestamp(milliseconds: moment.milliseconds - 1))
        return LateSpan(device: device, first: first, last: end, delivered: delivered)
    }
}

/// The position of a destination in the history: all that must survive a restart.
public struct DeliveryCursor: Hashable, Sendable {
    /// Everything at or before it is delivered, or was never to be sent; nil if nothing is.
    public var end: FixPosition?
    /// Earlier fixes are never sent, however late they arrive; nil for no limit.
    public var since: Timestamp?
    /// The number of the last late run of the history that is considered.
    public var lateID: Int64
    /// Late fixes that are not delivered yet, in the order of their arrival.
    public var spans: [LateSpan] = []
    /// The events at places up to this moment are delivered, or were never to be sent; nil if none are sent.
    public var events: Timestamp?
    /// The identity of the history; nil if it is not known yet.
    public var history: String?
    /// True if the program ended in order, with every confirmation counted.
    public var isFinal = false

    /// Creates a cursor.
    public init(end: FixPosition? = nil, since: Timestamp? = nil, lateID: Int64 = 0, history: String? = nil) {
        self.end = end
        self.since = since
        self.lateID = lateID
        self.history = history
    }
}
