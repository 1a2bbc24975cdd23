import Basics
import Location

/// Corrects the days of the first fixes since a receiver was on in gpsd's JSON, as ``NMEADating`` does those of sentences:
/// gpsd passes on what a receiver reports before it knows the date.
struct ReportDating {
    private static let dayLength: Int64 = 86_400_000

    private var calendar = NMEACalendar()
    /// The first point since the receiver was on, if that is not long ago, and the first one with a date that is not
    /// confirmed.
    private var (runStart, candidateStart) = (0, 0)

    /// Examines the next points of a recording, which are those of an hour: the ones before have been passed on.
    mutating func examine(_ track: inout ParsedTrack) {
        for index in track.points.indices {
            let (date, time) = Self.split(track.points[index].timestamp)
            let (day, change) = calendar.day(at: time, date: date)
            switch change {
            case .session: runStart = index
            case .candidate: candidateStart = index
            case .correction: redate(min(runStart, index)..<index, from: (date, time), &track)
            case .glitch: redate(candidateStart..<index, from: (date, time), &track)
            case .midnight: if let day { Self.move(index, to: day, as: .dayAtMidnight, in: &track) }
            case .none, .first: break
            }
        }
        (runStart, candidateStart) = (.max, 0)
    }

    /// Dates points backwards from a later one.
    private func redate(_ points: Range<Int>, from later: (day: Timestamp, time: Int), _ track: inout ParsedTrack) {
        var (day, time) = later
        for index in points.reversed() {
            let earlier = Self.split(track.points[index].timestamp).time
            if Int64(earlier - time) > Self.dayLength / 2 { day = day + .milliseconds(-Self.dayLength) }
            time = earlier
            Self.move(index, to: day, as: .laterDate, in: &track)
        }
    }

    private static func move(
        _ index: Int, to day: Timestamp, as assumption: TrackAssumption, in track: inout ParsedTrack
    ) {
        let point = track.points[index]
        let (old, time) = split(point.timestamp)
        var fix = point.fix
        fix.timestamp = day + .milliseconds(time)
        guard old != day, let moved = TrackPoint(fix, motion: point.motion, satellitesUsed: point.satellitesUsed) else {
            return
        }
        track.points[index] = moved
        track.note(assumption)
    }

    /// Returns the day of a moment, and its time of day in milliseconds.
    private static func split(_ moment: Timestamp) -> (day: Timestamp, time: Int) {
        let time = moment.milliseconds % dayLength
        return (Timestamp(milliseconds: moment.milliseconds - time), Int(time))
    }
}
