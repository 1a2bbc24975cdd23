import Basics
import Location

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
