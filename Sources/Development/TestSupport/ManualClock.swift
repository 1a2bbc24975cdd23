public import Basics
import Location
import Synchronization

/// A clock that moves only on request.
public final class ManualClock: Sendable {
    private let moment: Mutex<Moment>

    /// Creates a clock that stands at a moment.
    public init(_ start: Moment = Moment(uptime: .seconds(1000), wallClock: Timestamp(milliseconds: 1_767_225_600_000)))
    {
        moment = Mutex(start)
    }

    /// The current moment.
    public var now: Moment { moment.withLock { $0 } }

    /// Advances both clocks.
    @discardableResult
    public func advance(by step: Duration) -> Moment {
        moment.withLock {
            $0.uptime += step
            $0.wallClock = $0.wallClock + step
            return $0
        }
    }

    /// Sets the wall clock ahead, as an administrator would.
    public func setAhead(by step: Duration) {
        moment.withLock { $0.wallClock = $0.wallClock + step }
    }
}
