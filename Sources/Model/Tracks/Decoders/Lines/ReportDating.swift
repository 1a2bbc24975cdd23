import Basics
import Location

/// Corrects the days of the first fixes since a receiver was on in gpsd's JSON, as ``NMEADating`` does those of sentences:
/// gpsd passes on what a receiver reports before it knows the date.
struct ReportDating {
    private static let dayLength: Int64 = 86_400_000

    /// What is known of a receiver: its first point since it was on, if that is not long ago, and the first one with a date
    /// that is not confirmed.
    private struct Receiver {
        var calendar = NMEACalendar()
        var (runStart, candidateStart) = (0, 0)
    }

    private var receivers: [String: Receiver] = [:]

    /// Examines the next points of a recording, which are those of an hour: the ones before have been passed on.
    mutating func examine(_ track: inout ParsedTrack) {
        for index in track.points.indices {
            let device = track.points[index].fix.device
            var receiver = receivers.removeValue(forKey: device) ?? Receiver()
            let (date, time) = Self.split(track.points[index].timestamp)
            let (day, change) = receiver.calendar.day(at: time, date: date)
            switch change {
            case .session: receiver.runStart = index
            case .candidate: receiver.candidateStart = index
            case .correction:
                Self.redate(min(receiver.runStart, index)..<index, of: device, from: (date, time), &track)
            case .glitch: Self.redate(receiver.candidateStart..<index, of: device, from: (date, time), &track)
            case .midnight: if let day { Self.move(index, to: day, as: .dayAtMidnight, in: &track) }
            case .none, .first: break
            }
            receivers[device] = receiver
        }
        receivers = receivers.mapValues { Receiver(calendar: $0.calendar, runStart: .max, candidateStart: 0) }
    }

    /// Dates points of a device backwards from a later one.
    private static func redate(
        _ points: Range<Int>, of device: String, from later: (day: Timestamp, time: Int), _ track: inout ParsedTrack
    ) {
        var (day, time) = later
        for index in points.reversed() where track.points[index].fix.device == device {
            let earlier = split(track.points[index].timestamp).time
            if Int64(earlier - time) > dayLength / 2 { day = day + .milliseconds(-dayLength) }
            time = earlier
            move(index, to: day, as: .laterDate, in: &track)
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
