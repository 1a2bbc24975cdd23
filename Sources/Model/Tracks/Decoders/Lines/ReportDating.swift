import Basics
import Location

/// Corrects the days of the first fixes since a receiver was on in gpsd's JSON, as ``NMEADating`` does those of sentences:
/// gpsd passes on what a receiver reports before it knows the date.
struct ReportDating {
    private static let dayLength: Int64 = 86_400_000

    private var calendar = NMEACalendar()
    /// The number of points that have been examined.
    private var examined = 0
    /// The first point since the receiver was on, if that is not long ago, and the first one with a date that is not
    /// confirmed.
    private var (runStart, candidateStart) = (0, 0)

    /// Examines the new points of a track from which none has been removed.
    mutating func examine(_ track: inout ParsedTrack) {
        while examined < track.points.count {
            let (date, time) = Self.split(track.points[examined].timestamp)
            let (day, change) = calendar.day(at: time, date: date)
            switch change {
            case .session: runStart = examined
            case .candidate: candidateStart = examined
            case .correction: redate(runStart, from: (date, time), &track)
            case .glitch: redate(candidateStart, from: (date, time), &track)
            case .midnight: if let day { Self.move(examined, to: day, as: .dayAtMidnight, in: &track) }
            case .none, .first: break
            }
            examined += 1
        }
    }

    /// Forgets the points, which have been removed from their track: the receiver has been on for long.
    mutating func restart() { (examined, runStart, candidateStart) = (0, .max, 0) }

    /// Dates points backwards from the one that is examined.
    private func redate(_ first: Int, from later: (day: Timestamp, time: Int), _ track: inout ParsedTrack) {
        var (day, time) = later
        for index in (min(first, examined)..<examined).reversed() {
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
