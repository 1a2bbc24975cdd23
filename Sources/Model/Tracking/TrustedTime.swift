import Basics
import Location

/// The newest time of a receiver that was believed, and so a clock: uptime carries it on.
struct TrustedTime: Sendable {
    /// The newest, with the week settled.
    let time: Timestamp
    /// Whether a clock that was kept right has agreed with it, or with those it goes on from.
    let isVerified: Bool
    /// When it came.
    private let uptime: Duration

    /// The next time that is believed; one that is a bit older than the last leaves that the newest.
    init(_ time: Timestamp, at uptime: Duration, isVerified: Bool, after last: TrustedTime?) {
        let isNewest = last.map { time > $0.time || $0.time - time > TimeValidator.Limits.maxStepBack } ?? true
        self.time = isNewest ? time : last?.time ?? time
        self.uptime = isNewest ? uptime : last?.uptime ?? uptime
        self.isVerified = isVerified
    }

    /// What the receiver's clock says at an uptime, if it was right.
    func extrapolated(to uptime: Duration) -> Timestamp { time + (uptime - self.uptime) }

    /// Whether a time follows: a fix that was held up and is older than the clock says, but newer than all before it;
    /// one that goes on as uptime does, though a clock has been stepped; or a receiver's step back, until it has made up
    /// for it.
    ///
    /// A time that stands still does not follow for long.
    func isContinued(by time: Timestamp, at uptime: Duration, before clock: Timestamp) -> Bool {
        if time > self.time && time < clock || time.agrees(with: extrapolated(to: uptime)) { return true }
        return (Duration.zero...TimeValidator.Limits.maxStepBack).contains(self.time - time)
            && uptime - self.uptime <= TimeValidator.Limits.maxStepBack
    }
}
