public import Basics
import Privacy

/// What a link shows others, and for how long.
public protocol ShareTerms {
    /// The title that the holders of the link see; nil if there is none.
    var label: String? { get }
    /// What whoever created it wrote for themselves, which the holders of the link never see; nil if there is none.
    var note: String? { get }
    /// The time of creation.
    var created: Timestamp { get }
    /// The time of expiry.
    var expires: Timestamp { get }
    /// The given start of the visible data; nil if there is none.
    var since: Timestamp? { get }
    /// The rounding of positions in metres; nil for exact ones.
    var precision: Double? { get }
    /// The delay of the visible data.
    var delay: Duration { get }
}

extension ShareTerms {
    /// The start of the trail: as given, else the time of creation less the delay.
    public var trackStart: Timestamp { since ?? Timestamp(milliseconds: created.milliseconds - delay.milliseconds) }
}

/// A link that shows others a part of the position data for a limited time.
public struct Share: ShareTerms, Hashable, Sendable {
    /// An identifier of eight letters and digits for lists; it grants nothing.
    public let id: String
    /// The hash of the secret in the link.
    public let hash: SecretHash
    /// The title that the holders of the link see; nil if there is none.
    public let label: String?
    /// The owner's note, which the holders of the link never see; nil if there is none.
    public let note: String?
    /// The time of creation.
    public let created: Timestamp
    /// The time of expiry.
    public let expires: Timestamp
    /// The start of the visible data; nil if the owner gave none.
    public let since: Timestamp?
    /// The rounding of positions in metres; nil for exact ones.
    public let precision: Double?
    /// The delay of the visible data.
    public let delay: Duration

    /// Returns true while the share may be viewed.
    ///
    /// A clock before the time of creation, as after a start without a battery, cannot judge the expiry, so the share
    /// is inactive. Five minutes are tolerated for a corrected clock.
    public func isActive(at now: Timestamp) -> Bool {
        now < expires && created - now <= .seconds(300)
    }

    /// Returns true once the share has expired.
    public func hasExpired(at now: Timestamp) -> Bool { now >= expires }
}

extension Share {
    /// The valid lifetimes, a minute to a year.
    static let lifetimes: ClosedRange<Duration> = .seconds(60)...Duration.seconds(366 * 86_400)
    /// The valid roundings in metres.
    public static let precisions = PublicView.precisions
    static let delays: ClosedRange<Duration> = .zero...Duration.seconds(30 * 86_400)
    /// The maximum length of a label, and of a note, in Unicode scalars.
    static let maxTextLength = 100

    init(_ options: ShareOptions, hash: SecretHash, at now: Timestamp) throws(AccessError) {
        let expires = try Self.end(options.end, at: now)
        self.init(
            hash: hash, label: options.label == "" ? nil : options.label,
            note: options.note == "" ? nil : options.note, created: now, expires: expires, since: options.since,
            precision: options.precision, delay: options.delay)
        if let validationError { throw AccessError(.invalid, validationError) }
    }

    /// Creates a share from its parts, unchecked; see ``validationError``.
    init(
        hash: SecretHash, label: String?, note: String?, created: Timestamp, expires: Timestamp, since: Timestamp?,
        precision: Double?, delay: Duration
    ) {
        id = hash.identifier
        self.hash = hash
        self.label = label
        self.note = note
        self.created = created
        self.expires = expires
        self.since = since
        self.precision = precision
        self.delay = delay
    }

    /// The reason why the share is invalid, with the fix; nil if it is valid.
    var validationError: String? {
        if let precision, !Self.precisions.contains(precision) {
            return "invalid precision of \(precision) m; fix: give 1 m to 100 km, such as 100m"
        }
        guard Self.delays.contains(delay) else {
            return "invalid delay of \(delay.inSeconds) s; fix: give up to 30 days, such as 30m"
        }
        if let since, since >= expires {
            return "the start \(since.iso8601) is not before the end \(expires.iso8601); fix: give an earlier start"
        }
        return Self.textError("label", label) ?? Self.textError("note", note)
    }

    private static func textError(_ name: String, _ text: String?) -> String? {
        guard let text, PrintableText.sanitized(text, limit: maxTextLength) != text else { return nil }
        return "invalid \(name) \(text.quoted); fix: at most \(maxTextLength) characters on one line"
    }

    private static func end(_ end: ShareOptions.End, at now: Timestamp) throws(AccessError) -> Timestamp {
        let lifetime: Duration
        switch end {
        case .after(let time): lifetime = time
        case .at(let moment):
            guard moment > now else {
                throw AccessError(.invalid, "the end \(moment.iso8601) is in the past; fix: give a later one")
            }
            lifetime = moment - now
        }
        guard lifetimes.contains(lifetime) else {
            throw AccessError(.invalid, "invalid lifetime of \(lifetime.inSeconds) s; fix: give a minute to a year")
        }
        return now + lifetime
    }
}

/// The options of a new share.
public struct ShareOptions: Hashable, Sendable {
    /// The end of a share.
    public enum End: Hashable, Sendable {
        /// After a duration from now.
        case after(Duration)
        /// At a moment.
        case at(Timestamp)
    }

    /// The end of the share.
    public var end: End
    /// The start of the visible data; nil for the time of creation less the delay.
    public var since: Timestamp?
    /// The rounding of positions in metres; nil for exact ones.
    public var precision: Double?
    /// The delay of the visible data.
    public var delay: Duration
    /// The title that the holders of the link see; nil for none.
    public var label: String?
    /// The owner's note, which the holders of the link never see; nil for none.
    public var note: String?

    /// Creates options; the defaults are two hours, exact, without delay.
    public init(
        end: End = .after(.seconds(7200)), since: Timestamp? = nil, precision: Double? = nil,
        delay: Duration = .zero, label: String? = nil, note: String? = nil
    ) {
        self.end = end
        self.since = since
        self.precision = precision
        self.delay = delay
        self.label = label
        self.note = note
    }
}
