public import Basics
import Location
import Synchronization

/// A clock that moves only when it is told to.
public final class ManualClock: Sendable {
    private let moment: Mutex<Moment>

    /// Makes a clock that stands at a moment.
    public init(_ start: Moment = Moment(uptime: .seconds(1000), wallClock: Timestamp(milliseconds: 1_767_225_600_000)))
    {
        moment = Mutex(start)
    }

    /// What the clock shows.
    public var now: Moment { moment.withLock { $0 } }

    /// Moves both clocks on.
    @discardableResult
    public func advance(by step: Duration) -> Moment {
        moment.withLock {
            $0.uptime += step
            $0.wallClock = $0.wallClock + step
            return $0
        }
    }

    /// Sets the time of day ahead, as one who sets the clock does.
    public func setAhead(by step: Duration) {
        moment.withLock { $0.wallClock = $0.wallClock + step }
    }
}
