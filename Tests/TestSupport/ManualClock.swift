public import Basics
public import Linux
import Location
import Synchronization

/// A clock that moves only on request.
public final class ManualClock: Sendable {
    private let moment: Mutex<Moment>

    /// Creates a clock stopped at a moment.
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

extension LocalClock {
    /// Returns a clock that is `hours` ahead of UTC, and others from given moments on.
    public static func hours(_ hours: Int, then changes: [(from: String, hours: Int)] = []) -> LocalClock {
        let changes = changes.map { (moment: Timestamp(iso8601: $0.from), hours: $0.hours) }
        let offset = { @Sendable (moment: Timestamp) in
            changes.last { $0.moment.map { $0 <= moment } ?? false }?.hours ?? hours
        }
        return LocalClock(
            civilTime: { CivilTime($0 + .seconds(offset($0) * 3600)) },
            timestamp: { reading in
                let guesses = ([hours] + changes.map(\.hours)).map { Timestamp(reading) + .seconds($0 * -3600) }
                return guesses.first { CivilTime($0 + .seconds(offset($0) * 3600)) == reading } ?? guesses.first
            })
    }

    /// Central Europe in 2026: summer time from 29 March to 25 October, each at one o'clock UTC.
    public static let berlin = hours(1, then: [("2026-03-29T01:00:00Z", 2), ("2026-10-25T01:00:00Z", 1)])
}
