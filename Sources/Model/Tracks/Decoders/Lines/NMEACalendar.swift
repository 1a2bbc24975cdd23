import Basics

/// The days of successive NMEA epochs, of which not each has a date, and of which receivers give some a wrong one.
struct NMEACalendar {
    /// What an epoch says about the days of others, or a guess about its own.
    enum Change {
        case none
        /// The first date of the file: the epochs before it had none.
        case first
        /// The epochs continue at another date, which the next date confirms or not.
        case candidate
        /// The candidate is confirmed: the receiver did not know the date before.
        case correction
        /// The candidate was a single wrong date.
        case glitch
        /// Another date: the receiver was off in between.
        case session
        /// The receiver changed its date late or early at midnight; the day follows from the time of day.
        case midnight
    }

    private static let day: Duration = .seconds(86_400)
    private static let dayLength = 86_400_000
    /// Milliseconds before and after midnight in which a date may be late or early.
    private static let nearMidnight = 600_000
    /// The longest interval between two epochs of which the second one continues the first, in milliseconds: a usual one,
    /// and a longer one that is usual in the file.
    private static let (usualStep, maxStep) = (10_000, 60_000)
    /// GPS has been in use for longer, but no receiver has a right date before.
    private static let firstDay = Timestamp(year: 1990, month: 1, day: 1)

    private var last: (day: Timestamp, time: Int)?
    private var beforeCandidate: (day: Timestamp, time: Int)?
    private var step = 0
    /// True after a midnight, until a date confirms it.
    private var hasCrossed = false

    /// Returns the day of the next epoch by its time of day in milliseconds and its date, if it has one; nil while no date
    /// is known.
    mutating func day(at time: Int, date: Timestamp?) -> (day: Timestamp?, change: Change) {
        guard let last else {
            if let date { start(date, time) }
            return (date, date == nil ? .none : .first)
        }
        let continued = continuing(last, at: time)
        guard let date else {
            proceed(from: last, to: continued, at: time, isConfirmed: false)
            return (continued, .none)
        }
        if let decided = decided(last, to: continued, at: time, date) { return decided }
        let change = change(from: last, to: continued, at: time, date: date)
        switch change {
        case .none, .midnight:
            proceed(from: last, to: continued, at: time, isConfirmed: change == .none)
            return (continued, change)
        default:
            start(date, time)
            if change == .candidate { beforeCandidate = last }
            return (date, change)
        }
    }

    /// Decides on a candidate by the next date; nil if there is none, or if the next date is a third one.
    private mutating func decided(
        _ last: (day: Timestamp, time: Int), to continued: Timestamp, at time: Int, _ date: Timestamp
    ) -> (day: Timestamp, change: Change)? {
        guard let before = beforeCandidate else { return nil }
        beforeCandidate = nil
        if date == continued {
            proceed(from: last, to: date, at: time, isConfirmed: true)
            return (date, .correction)
        }
        guard date == continuing(before, at: time) else { return nil }
        start(date, time)
        return (date, .glitch)
    }

    /// Starts with a day that is known from elsewhere.
    mutating func start(_ day: Timestamp, _ time: Int) {
        last = (day, time)
        (step, hasCrossed, beforeCandidate) = (0, false, nil)
    }

    /// Returns the day of a time that follows another: the same, or the next if it is more than half a day earlier; the
    /// one before for a sentence from before midnight that comes late.
    private func continuing(_ last: (day: Timestamp, time: Int), at time: Int) -> Timestamp {
        if last.time - time > Self.dayLength / 2 { return last.day + Self.day }
        let isLate = last.time < Self.nearMidnight && Self.isBeforeMidnight(time)
        return isLate ? last.day + (.zero - Self.day) : last.day
    }

    private func change(
        from last: (day: Timestamp, time: Int), to continued: Timestamp, at time: Int, date: Timestamp
    ) -> Change {
        guard date != continued else { return .none }
        let step = time - last.time + (continued > last.day ? Self.dayLength : 0)
        let isRegular = step > 0 && step <= max(Self.usualStep, min(3 * self.step, Self.maxStep))
        let isAfterMidnight = time < Self.nearMidnight
        if date + Self.day == continued, isAfterMidnight,
            hasCrossed || continued > last.day && Self.isBeforeMidnight(last.time)
        {
            return .midnight
        }
        if date == continued + Self.day, Self.isBeforeMidnight(time), isRegular { return .midnight }
        guard isRegular else { return .session }
        return last.day < Self.firstDay ? .correction : .candidate
    }

    private mutating func proceed(
        from last: (day: Timestamp, time: Int), to day: Timestamp, at time: Int, isConfirmed: Bool
    ) {
        guard day >= last.day else { return }
        step = max(0, time - last.time)
        hasCrossed = !isConfirmed && (hasCrossed || day > last.day)
        self.last = (day, time)
    }

    private static func isBeforeMidnight(_ time: Int) -> Bool { time >= dayLength - nearMidnight }
}
