import Basics
import Location

/// The minutes in which Google's paths have positions: what else there is of a phone in these minutes is the same way.
///
/// Google writes the times of a path in whole minutes, and those of raw signals as measured: both together would be a way
/// back and forth.
struct GoogleCoverage {
    /// The hours that are remembered: 28 years of travelling day and night.
    private static let maxHours = 250_000
    /// Minutes between two positions of one way; in a longer gap other positions count.
    private static let maxGap: Int64 = 15

    /// A bit for each minute of an hour since 1970.
    private var hours: [Int64: UInt64] = [:]

    /// Adds the times of a path, in order.
    mutating func add(path times: [Timestamp]) {
        var last: Int64?
        for time in times {
            let minute = Self.minute(of: time)
            if let last, (minute - last).magnitude <= Self.maxGap {
                for between in min(last, minute)...max(last, minute) { set(between) }
            }
            // A time in whole minutes is off by one at most.
            for near in (minute - 1)...(minute + 1) { set(near) }
            last = minute
        }
    }

    /// Returns true if a path has positions around a time.
    func contains(_ time: Timestamp) -> Bool {
        let minute = Self.minute(of: time)
        return (hours[Self.hour(of: minute)] ?? 0) & Self.bit(of: minute) != 0
    }

    private mutating func set(_ minute: Int64) {
        let hour = Self.hour(of: minute)
        guard let minutes = hours[hour] ?? (hours.count < Self.maxHours ? 0 : nil) else { return }
        hours[hour] = minutes | Self.bit(of: minute)
    }

    private static func minute(of time: Timestamp) -> Int64 { floor(time.milliseconds, 60_000) }
    private static func hour(of minute: Int64) -> Int64 { floor(minute, 60) }
    private static func bit(of minute: Int64) -> UInt64 { 1 << UInt64(minute - 60 * hour(of: minute)) }

    private static func floor(_ number: Int64, _ unit: Int64) -> Int64 {
        number >= 0 ? number / unit : -((unit - 1 - number) / unit)
    }
}

/// What waits for the paths of a timeline to be known: the ends of movements, and raw signals that are before them.
struct GoogleDeferral {
    /// The ends and the signals that wait; what is above counts by the paths that are known then.
    private static let maxCount = 100_000

    /// An end of a movement.
    struct End {
        let coordinate: Coordinate
        let timestamp: Timestamp
        let line: Int
    }

    private var ends: ArraySlice<End> = []
    private var signals: ArraySlice<GoogleRecord> = []
    /// True if the paths are known.
    private var isDue = false

    var isPending: Bool { isDue && !(ends.isEmpty && signals.isEmpty) }

    /// Lets an end wait; returns false if too many do.
    mutating func append(_ end: End) -> Bool {
        guard ends.count < Self.maxCount else { return false }
        ends.append(end)
        return true
    }

    /// Lets a raw signal wait; returns false if too many do.
    mutating func append(_ signal: GoogleRecord) -> Bool {
        guard signals.count < Self.maxCount else { return false }
        signals.append(signal)
        return true
    }

    /// Ends the waiting.
    mutating func release() { isDue = true }

    /// Adds up to a number of points to a track, or the reasons for skipping them.
    mutating func flush(atMost limit: Int, device: String, _ coverage: GoogleCoverage, into track: inout ParsedTrack) {
        guard isDue else { return }
        for end in ends.prefix(limit) { end.finish(device: device, coverage, into: &track) }
        for signal in signals.prefix(limit) { signal.finish(coverage, into: &track) }
        ends = ends.dropFirst(limit)
        signals = signals.dropFirst(limit)
        if ends.isEmpty, signals.isEmpty { self = GoogleDeferral() }
    }
}

extension GoogleDeferral.End {
    /// Adds the point to a track, unless a path has the time.
    func finish(device: String, _ coverage: GoogleCoverage, into track: inout ParsedTrack) {
        guard !coverage.contains(timestamp) else { return track.skip(.endOfPath, line: line) }
        var fix = Fix(device: device, mode: .twoDimensional)
        fix.coordinate = coordinate
        fix.timestamp = timestamp
        track.add(fix, line: line)
    }
}
