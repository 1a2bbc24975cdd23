import Basics

/// Gives NMEA epochs their days and passes them on as points.
///
/// The first epochs since the receiver was on are held, because it may know the date only after its first positions.
struct NMEADating {
    /// The maximum number of held epochs: an hour at 1 Hz.
    private static let maxHeld = 3600
    private static let halfDay = 43_200_000
    private static let dayLength: Duration = .seconds(86_400)

    private struct Entry {
        let epoch: NMEAEpoch
        var day: Timestamp?
        var assumption: TrackAssumption?
    }

    /// The day of the first epoch of a file without any date, as the user gives it; nil if unknown.
    private let date: Timestamp?
    private var calendar = NMEACalendar()
    /// True once an epoch has had a date, so that time stamps do not matter.
    private(set) var hasDate = false
    private var held: [Entry] = []
    /// The first held epoch since the receiver was on.
    private var runStart = 0
    /// The first held epoch with a date that is not confirmed.
    private var candidateStart = 0
    private var isHolding = true

    init(date: Timestamp?) {
        self.date = date
    }

    /// Adds an epoch whose sentences are complete.
    mutating func add(_ epoch: NMEAEpoch, into track: inout ParsedTrack) {
        let (day, change) = calendar.day(at: epoch.time, date: epoch.day)
        hasDate = hasDate || epoch.day != nil
        if let day { apply(change, day: day, time: epoch.time) }
        var entry = Entry(epoch: epoch, day: day, assumption: change == .midnight ? .dayAtMidnight : nil)
        guard epoch.hasPosition else { return Self.finish(entry, into: &track) }
        if !isHolding, !hasDate { entry = guessed(entry) }
        guard isHolding, held.count < Self.maxHeld else { return Self.finish(entry, into: &track) }
        held.append(entry)
        guard held.count == Self.maxHeld, day != nil || date != nil || epoch.received != nil else { return }
        release(into: &track)
    }

    mutating func finish(into track: inout ParsedTrack) { release(into: &track) }

    private mutating func apply(_ change: NMEACalendar.Change, day: Timestamp, time: Int) {
        switch change {
        case .session: (runStart, isHolding) = (held.count, true)
        case .candidate: candidateStart = held.count
        case .first, .correction: redate(runStart, from: day, time: time)
        case .glitch: redate(candidateStart, from: day, time: time)
        case .none, .midnight: break
        }
    }

    /// Dates the held epochs from a first one on backwards from a later one.
    private mutating func redate(_ first: Int, from day: Timestamp, time: Int) {
        var (day, time) = (day, time)
        for index in held.indices.reversed() where index >= first {
            let earlier = held[index].epoch.time
            if earlier - time > Self.halfDay { day = day + (.zero - Self.dayLength) }
            time = earlier
            guard held[index].day != day else { continue }
            held[index].day = day
            held[index].assumption = .laterDate
        }
    }

    private mutating func release(into track: inout ParsedTrack) {
        for entry in held { Self.finish(hasDate ? entry : guessed(entry), into: &track) }
        (held, isHolding) = ([], false)
    }

    /// Returns an epoch of a file without a date with the day that its time stamp or the user gives.
    private mutating func guessed(_ entry: Entry) -> Entry {
        var entry = entry
        let time = entry.epoch.time
        if let received = entry.epoch.received {
            entry.day = Self.day(of: time, near: received)
            entry.assumption = .dayOfTimeStamp
        } else if let date {
            if entry.day == nil { entry.day = calendar.day(at: time, date: nil).day }
            if entry.day == nil { calendar.start(date, time) }
            entry.day = entry.day ?? date
            entry.assumption = .givenDay
        }
        return entry
    }

    /// Returns the day that brings a time of day nearest to a moment.
    private static func day(of time: Int, near moment: Timestamp) -> Timestamp {
        let length = dayLength.milliseconds
        let days = (moment.milliseconds - Int64(time) + length / 2) / length
        return Timestamp(milliseconds: days * length)
    }

    private static func finish(_ entry: Entry, into track: inout ParsedTrack) {
        entry.epoch.finish(day: entry.day, assuming: entry.assumption, into: &track)
    }
}
