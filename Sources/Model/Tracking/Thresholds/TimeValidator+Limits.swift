import Basics
import Location

extension TimeValidator {
    /// The numbers that decide, each with its reason.
    enum Limits {
        /// 1024 weeks: the week number of the GPS signal has ten bits (IS-GPS-200, 20.3.3.3.1.1).
        static let rolloverPeriod: Duration = .seconds(1024 * 7 * 86_400)
        /// Within it two clocks agree: a receiver's leap seconds are a few of them old, its sentences a second or two.
        static let agreement: Duration = .seconds(10)
        /// What lies between a fix and its arrival on any usual way, with a clock that is not right to the second.
        static let ordinaryDelay: Duration = .seconds(5)
        /// Half a day: what a fix can be late.
        ///
        /// It is less than the whole day by which the date of some is wrong around midnight (gpsd's bt451).
        static let maxDelay: Duration = .seconds(43_200)
        /// By how much the receiver's clock may step against uptime, forwards or back, and still go on consistently:
        /// sentences that have waited in a buffer.
        static let maxStep: Duration = .seconds(5)
        /// By how much a receiver may step back and be right: the leap seconds, which it learns up to 12.5 minutes after
        /// a cold start; 18 since 2017 (IERS Bulletin C 52), and two to come.
        static let maxStepBack: Duration = .seconds(20)
        /// Consistent fixes in a row until a time is believed: gpsd_json(5) asks for three.
        static let confirmingFixes = 3
        /// How long a receiver is waited for whose fixes are all rejected for their time: some more than three fixes of
        /// one that gives a fix each three seconds.
        static let rejectionTimeout: Duration = .seconds(10)
        /// How long a receiver must contradict what it was believed before: a wrong date around midnight takes seconds.
        static let contradictionTime: Duration = .seconds(60)
        /// 1980-01-06, when GPS began to count: an earlier time is none of GPS, whatever week it thinks it is.
        static let gpsEpoch = Timestamp(milliseconds: 315_964_800_000)
        /// 2026-01-01, before the first release: no fix of this program is older.
        ///
        /// It tells which period is meant where nothing else does.
        static let earliestFix = Timestamp(milliseconds: 1_767_225_600_000)
        /// Ten years later: a shifted time beyond it is rather that of a receiver that counts from its own start.
        static let latestShifted = Timestamp(milliseconds: 2_082_758_400_000)
    }
}

extension Timestamp {
    /// Whether there is at most that much between two times, whichever is earlier.
    func isWithin(_ limit: Duration, of other: Timestamp) -> Bool {
        let off = self - other
        return off <= limit && off >= .zero - limit
    }

    /// Whether two clocks with these times go together.
    func agrees(with other: Timestamp) -> Bool { isWithin(TimeValidator.Limits.agreement, of: other) }
}
