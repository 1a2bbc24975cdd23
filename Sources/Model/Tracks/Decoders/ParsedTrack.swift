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

/// A skipped entry of a file.
public struct TrackIssue: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The reason for skipping it.
    public let reason: SkipReason

    /// One line: the place and the reason.
    public var description: String { "line \(line): \(reason)" }
}

/// The reason for skipping an entry of a file.
public enum SkipReason: String, CaseIterable, Sendable, CustomStringConvertible {
    /// No timestamp.
    case noTime = "no time"
    /// An unreadable timestamp.
    case badTime = "invalid time"
    /// The beginning of the time of GPS or of a clock, which a receiver has before it knows the date.
    case noDateYet = "a date with which clocks begin, such as in January 1980, before the receiver knew it"
    /// A day without a time of day, as KML allows.
    case dayOnly = "a date without a time of day"
    /// A timestamp outside the range of the history.
    case strangeTime = "a time before 1970 or after 9999"
    /// No position, or a receiver without a fix.
    case noPosition = "no position"
    /// A position that its program marks as not valid.
    case noFix = "marked as not valid"
    /// A position outside the valid range.
    case badPosition = "invalid position"
    /// Exactly 0, 0, see `Coordinate.isNullIsland`.
    case nullIsland = "0,0 instead of a position"
    /// A waypoint, a route, an area, an event or a message on another subject.
    case notTrack = "not a point of a track"
    /// A sentence of NMEA 0183 in a recording that has gpsd's JSON of the same fixes.
    case inReport = "sentences whose fixes gpsd's JSON has"
    /// A line with a wrong or missing checksum.
    case badChecksum = "a wrong or missing checksum"
    /// An unreadable line.
    case unreadable = "not readable"
    /// A line above the length limit.
    case tooLong = "too long"
    /// A position above the limit of buffered positions.
    case beyondLine = "beyond the first 200,000 of a line"
    /// A position of KML whose time, or a time whose position, is above the limit of buffered ones.
    case beyondTrack = "beyond the first 1,000,000 of a KML track"
    /// A position of Google's timeline above the limit of buffered positions.
    case beyondSegment = "beyond the first 10,000 of a segment"
    /// A raw signal of Google's timeline in the minutes of a path, see ``GoogleCoverage``.
    case signalOfPath = "a raw signal where there is a path"
    /// An end of a movement in Google's timeline in the minutes of a path.
    case endOfPath = "an end of a movement where there is a path"
    /// A visit in Google's history within another one.
    case innerVisit = "a visit within another"
    /// A position of a line of KML, or of a movement of Google's, between the ends of its time span.
    case timeSpan = "positions of a line that has times at its ends only"

    /// True if a valid point was lost.
    public var isLoss: Bool { [.beyondLine, .beyondTrack, .beyondSegment].contains(self) }

    /// The reason for people.
    public var description: String { rawValue }
}

/// An assumption about a value that a program writes otherwise than its format or its header says; for people.
public enum TrackAssumption: String, CaseIterable, Sendable {
    /// The accuracy in the `hdop` of a GPX file, see ``GPXDilution``.
    case dilutionOfCreator = "accuracy in metres from hdop, as its creator writes it"
    /// The accuracy in the `hdop` of a file whose values are not those of a receiver.
    case dilutionOfValues = "accuracy in metres from hdop, by its values"
    /// The accuracy in an `hdop` that no receiver has with a position.
    case hugeDilution = "accuracy in metres from an hdop above 50"
    /// A day that follows from the time of day, see ``NMEACalendar/Change/midnight``.
    case dayAtMidnight = "day by the time of day, as the receiver's date changed late or early at midnight"
    /// The day of an epoch without a date, or with a wrong one, before one with a date.
    case laterDate = "date of a later sentence, as the receiver did not have it yet"
    /// The day of a time stamp of `gpspipe -t`.
    case dayOfTimeStamp = "date of the time stamp before the sentence"
    /// The time of a report of gpsd without one, see ``LineStamp``.
    case timeOfReception = "time of the time stamp before the report, which has none"
    /// The encoding of a document that is not what it declares; counted once.
    case singleByteText = "text in ISO-8859-1, as it is no UTF-8"
    /// The times of a receiver that is 1024 weeks behind, see ``WeekShift``.
    case weeksAdded = "1024 weeks later than in the file"
    /// The times of a receiver that is 2048 weeks behind.
    case twicePeriodAdded = "2048 weeks later than in the file"
    /// The day that the user gives.
    case givenDay = "date of --date"
    /// A time without a zone in a file of CSV with a column of zones.
    case zoneOfColumn = "time in the zone of its column"
    /// The unit of CSV of GeoPulse, see ``CSVProgram``.
    case speedOfGeoPulse = "speed in km/h, as GeoPulse writes it"
    /// The unit of CSV of a logger of Columbus.
    case speedOfColumbus = "speed in km/h, as Columbus loggers write it"
    /// The unit of CSV of OpenBikeSensor.
    case speedOfOpenBikeSensor = "speed in km/h, as OpenBikeSensor writes it"
    /// The unit of CSV of Traccar.
    case speedOfTraccar = "speed in knots, as Traccar writes it"
    /// The unit of CSV of a logger of Qstarz.
    case speedOfQstarz = "speed in km/h, as Qstarz loggers write it"
    /// A value of CSV that a point does not need and that is no number.
    case unreadableValue = "nothing for a value that is not readable"
    /// A date of six digits in CSV, see ``CSVCalendar``.
    case yearFirst = "six digits of a date as year, month and day"
    /// A date of six digits in CSV that makes no sense otherwise.
    case dayFirst = "six digits of a date as day, month and year"
}
