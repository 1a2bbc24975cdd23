import Basics
public import Location

/// The result of decoding a file: points, and skipped entries with their reasons.
public struct ParsedTrack: Sendable {
    /// The maximum number of issues with a line number; all issues are counted.
    public static let maxIssues = 20

    /// The range of the history.
    private static let times = Timestamp(milliseconds: 0)..<Timestamp(year: 10_000, month: 1, day: 1)

    /// The month in which GPS time begins, on the 6th, and the clock of DOS.
    private static let firstMonth = Timestamp(year: 1980, month: 1, day: 1)..<Timestamp(year: 1980, month: 2, day: 1)

    /// Points not yet removed by the caller, in file order.
    public var points: [TrackPoint] = []
    /// The total number of points so far.
    public private(set) var count = 0
    /// The numbers of points before each further track of the file, not yet removed by the caller; in order.
    public var divisions: [Int] = []
    /// The number of skipped entries by reason.
    public private(set) var skipped: [SkipReason: Int] = [:]
    /// The number of points by what was assumed about one of their values.
    public private(set) var assumed: [TrackAssumption: Int] = [:]
    /// The number of points by the identifier that is their device, of the receivers after the first one.
    public private(set) var identified: [String: Int] = [:]
    /// The number of points whose time has no zone where the format has one, read as UTC.
    public private(set) var zoneless = 0
    /// The first date of which it was not known, at first, whether its day or its month is first; nil without any.
    public internal(set) var undecidedDate: String?
    /// The first skipped entries, with line numbers.
    public private(set) var issues: [TrackIssue] = []
    /// The error that ended the decoding; nil while there is none.
    public private(set) var error: TrackError?

    /// The identifiers of receivers in the files so far, see ``device(of:else:)``.
    private var identifiers: [String] = []
    /// More are no receivers, such as numbers of rows.
    private static let maxIdentifiers = 8
    /// False if the dates are mended later.
    private var mayLackDate = true
    /// The time of the last point of the track.
    private var lastTime: Timestamp?
    /// The number of points before those at the end that are of the first hour of one of ``firstDays``, and what had been
    /// counted then; nil without any.
    private var undated: (first: Int, counts: ([TrackAssumption: Int], [String: Int], Int))?

    /// The days after a week number of ten bits turned over, and those on which receivers' clocks begin.
    private static let firstDays = [(1999, 8, 22), (2000, 1, 1), (2006, 1, 1), (2019, 4, 7)].map {
        Timestamp(year: $0.0, month: $0.1, day: $0.2)
    }
    /// Points, and milliseconds after and before them: more, or an earlier next one, are a track of that day.
    private static let (maxUndated, minLater) = (600, 30 * 86_400_000 as Int64)

    /// Creates an empty track.
    public init() {}

    /// Creates the track of another file of an import, in which the receivers keep their devices.
    public init(after earlier: ParsedTrack) {
        // Those of a file with one for each record are no receivers.
        if earlier.identifiers.count < Self.maxIdentifiers { identifiers = earlier.identifiers }
    }

    /// Creates a track whose first dates are mended when later ones are known.
    static func withLateDates() -> ParsedTrack {
        var track = ParsedTrack()
        track.mayLackDate = false
        return track
    }

    /// Adds a fix, or counts it as skipped.
    ///
    /// - Parameters:
    ///   - fix: the decoded fix; skipped without a position or a time, at 0, 0, up to the time 0, and in January 1980.
    ///   - motion: the state of motion.
    ///   - satellitesUsed: nil if not known.
    ///   - integrity: how far the receiver could be trusted.
    ///   - assumption: what was assumed about a value of the fix; nil if nothing.
    ///   - line: the line of the fix, from 1.
    /// - Returns: true if it was added.
    @discardableResult
    public mutating func add(
        _ fix: consuming Fix, motion: Motion = .unknown, satellitesUsed: Int? = nil,
        integrity: Integrity.Level = .nominal, assuming assumption: TrackAssumption? = nil, line: Int
    ) -> Bool {
        guard let coordinate = fix.coordinate else { return reject(.noPosition, line) }
        guard let time = fix.timestamp else { return reject(.noTime, line) }
        guard !coordinate.isNullIsland else { return reject(.nullIsland, line) }
        guard Self.times.contains(time) else { return reject(.strangeTime, line) }
        // Programs write 0 for a time that is unknown.
        guard !Self.firstMonth.contains(time), time.milliseconds != 0 else { return reject(.noDateYet, line) }
        let made = TrackPoint(fix, motion: motion, satellitesUsed: satellitesUsed, integrity: integrity)
        guard let point = consume made else { return reject(.noTime, line) }
        dropUndated(before: time)
        points.append(point)
        count += 1
        if let assumption { note(assumption) }
        if identifiers.count > 1, identifiers.dropFirst().contains(point.fix.device) {
            identified[point.fix.device, default: 0] += 1
        }
        return true
    }

    private mutating func reject(_ reason: SkipReason, _ line: Int) -> Bool {
        skip(reason, line: line)
        return false
    }

    /// Returns the device of a point whose receiver has an identifier of its program, such as Traccar's `deviceId`: the one
    /// of the import for the first in its files, the identifier for all others.
    mutating func device(of identifier: String?, else device: String) -> String {
        guard let identifier, !identifier.utf8.allSatisfy({ $0 <= 0x20 }) else { return device }
        guard let number = identifiers.firstIndex(of: identifier) else {
            guard identifiers.count < Self.maxIdentifiers else { return device }
            identifiers.append(identifier)
            return identifiers.count == 1 ? device : DevicePath.printable(identifier)
        }
        return number == 0 ? device : DevicePath.printable(identifier)
    }

    /// Removes the first points of a track, or those after much later ones, if they are of the hour in which receivers'
    /// clocks begin, and the next one is much later.
    private mutating func dropUndated(before time: Timestamp) {
        defer { lastTime = time }
        guard let (first, counts) = undated, let last = lastTime else {
            let isFirst = lastTime.map { $0.milliseconds(since: time) > Self.minLater } ?? true
            if mayLackDate, isFirst, Self.isBeginning(time) { undated = (count, (assumed, identified, zoneless)) }
            return
        }
        guard !Self.isBeginning(time) || count - first >= Self.maxUndated else { return }
        undated = nil
        guard time.milliseconds(since: last) > Self.minLater else { return }
        let lost = min(count - first, points.count)
        points.removeLast(lost)
        count -= lost
        skipped[.noDateYet, default: 0] += lost
        (assumed, identified, zoneless) = counts
    }

    private static func isBeginning(_ time: Timestamp) -> Bool {
        firstDays.contains { (0..<3_600_000).contains(time.milliseconds(since: $0)) }
    }

    /// Records that another track of the file begins, which may be of another receiver.
    public mutating func divide() {
        if count > 0, divisions.last != count { divisions.append(count) }
        (lastTime, undated) = (nil, nil)
    }

    /// Counts a skipped entry.
    public mutating func skip(_ reason: SkipReason, line: Int) {
        skipped[reason, default: 0] += 1
        if issues.count < Self.maxIssues { issues.append(TrackIssue(line: line, reason: reason)) }
    }

    /// Counts a point whose time has no zone.
    public mutating func noteMissingZone() { zoneless += 1 }

    mutating func note(_ assumption: TrackAssumption) { assumed[assumption, default: 0] += 1 }

    /// Adds what was read from the same file separately: points of one track, whose dates are final.
    mutating func append(_ other: ParsedTrack) {
        assumed.merge(other.assumed, uniquingKeysWith: +)
        zoneless += other.zoneless
        for point in other.points {
            dropUndated(before: point.timestamp)
            points.append(point)
            count += 1
        }
        skipped.merge(other.skipped, uniquingKeysWith: +)
        issues += other.issues.prefix(Self.maxIssues - issues.count)
        error = error ?? other.error
    }

    /// Records the error that ended the decoding; only the first counts.
    public mutating func fail(_ error: TrackError) {
        self.error = self.error ?? error
    }
}
