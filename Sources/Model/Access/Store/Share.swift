public import Basics
import Location

/// A link that lets whoever holds it look, for a time, at what its owner wanted.
public struct Share: Hashable, Sendable {
    /// Eight letters and digits, for lists; it opens nothing.
    public let id: String
    /// Of the secret in the link.
    public let hash: SecretHash
    /// What the owner calls it; nil for nothing.
    public let label: String?
    /// When it was made.
    public let created: Timestamp
    /// When it ends.
    public let expires: Timestamp
    /// Nothing from before it is shown; nil where the owner did not say.
    public let since: Timestamp?
    /// Metres to which positions are rounded; nil for as exact as they are.
    public let precision: Double?
    /// How much later than it happens others see it.
    public let delay: Duration

    /// Where a trail begins: what the owner said, else when the share was made, as its delay has it.
    public var trackStart: Timestamp { since ?? Timestamp(milliseconds: created.milliseconds - delay.milliseconds) }

    /// Whether it may be looked at.
    ///
    /// Not by a clock that stands before it was made, as after a start without a battery: that clock does not know whether
    /// it has ended. Five minutes are let pass, for a clock that is put right.
    public func isActive(at now: Timestamp) -> Bool {
        now < expires && created - now <= .seconds(300)
    }

    /// Whether its time is over.
    public func hasExpired(at now: Timestamp) -> Bool { now >= expires }
}

extension Share {
    /// Seconds it may last, a minute to a year.
    static let lifetimes: ClosedRange<Duration> = .seconds(60)...Duration.seconds(366 * 86_400)
    /// Metres it may be rounded to.
    static let precisions = 1...100_000.0
    /// How late it may be shown.
    static let delays: ClosedRange<Duration> = .zero...Duration.seconds(30 * 86_400)
    /// Unicode scalars of a label, at most.
    static let maxLabelLength = 100

    /// Makes a share that is asked for.
    ///
    /// - Throws: ``AccessError`` where something asked for makes no sense.
    init(_ options: ShareOptions, hash: SecretHash, at now: Timestamp) throws(AccessError) {
        let expires = try Self.end(options.end, at: now)
        self.init(
            hash: hash, label: options.label == "" ? nil : options.label, created: now, expires: expires,
            since: options.since, precision: options.precision, delay: options.delay)
        if let validationError { throw AccessError(.invalid, validationError) }
    }

    /// Puts one together of its parts, whatever they are; see ``fault``.
    init(
        hash: SecretHash, label: String?, created: Timestamp, expires: Timestamp, since: Timestamp?,
        precision: Double?, delay: Duration
    ) {
        id = hash.identifier
        self.hash = hash
        self.label = label
        self.created = created
        self.expires = expires
        self.since = since
        self.precision = precision
        self.delay = delay
    }

    /// What makes no sense, in words that say what would; nil where all does.
    var validationError: String? {
        if let precision, !Self.precisions.contains(precision) {
            return "a precision of \(precision) m makes no sense: give 1 m to 100 km, such as 100m"
        }
        guard Self.delays.contains(delay) else {
            return "a delay of \(delay.inSeconds) s makes no sense: give up to 30 days, such as 30m"
        }
        if let since, since >= expires {
            return "it would begin at \(since.iso8601), when it has ended at \(expires.iso8601): begin it earlier"
        }
        if let label, PrintableText.sanitized(label, limit: Self.maxLabelLength) != label {
            return "\(label.quoted) is not a label: it may have \(Self.maxLabelLength) characters, on one line"
        }
        return nil
    }

    private static func end(_ end: ShareOptions.End, at now: Timestamp) throws(AccessError) -> Timestamp {
        let life: Duration
        switch end {
        case .after(let time): life = time
        case .at(let moment):
            guard moment > now else {
                throw AccessError(.invalid, "\(moment.iso8601) is over: share until a time to come")
            }
            life = moment - now
        }
        guard lifetimes.contains(life) else {
            throw AccessError(.invalid, "a share lasts from a minute to a year, not \(life.inSeconds) s")
        }
        return now + life
    }
}

/// What an owner asks for when sharing.
public struct ShareOptions: Hashable, Sendable {
    /// How long others may look.
    public enum End: Hashable, Sendable {
        /// So long from now on.
        case after(Duration)
        /// Until a moment.
        case at(Timestamp)
    }

    /// How long others may look.
    public var end: End
    /// Nothing from before it is shown; nil for what is since the share was made, less its delay.
    public var since: Timestamp?
    /// Metres to which positions are rounded; nil for as exact as they are.
    public var precision: Double?
    /// How much later than it happens others see it.
    public var delay: Duration
    /// What the owner calls it; nil for nothing.
    public var label: String?

    /// Asks for two hours, exact and at once, where nothing else is said.
    public init(
        end: End = .after(.seconds(7200)), since: Timestamp? = nil, precision: Double? = nil,
        delay: Duration = .zero, label: String? = nil
    ) {
        self.end = end
        self.since = since
        self.precision = precision
        self.delay = delay
        self.label = label
    }
}
