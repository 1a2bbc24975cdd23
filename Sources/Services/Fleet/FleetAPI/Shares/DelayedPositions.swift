import FleetStore
import Linux
import Location
import Synchronization

/// The positions that a link with a delay shows, kept for a while: the database takes 0.1 s for that of a device whose
/// fixes of a second are sealed.
struct DelayedPositions {
    /// The interval at which they are read.
    static let interval: Duration = .seconds(5)
    /// The least time between two readings, as a multiple of the time that one takes.
    private static let pauses = 20

    private let clock: @Sendable () -> Duration
    private var known: [Int32: TrackPoint?] = [:]
    private var readingTime: Duration = .zero
    private var begun: Duration = .zero

    init(clock: @escaping @Sendable () -> Duration = { SystemClock.uptime }) { self.clock = clock }

    /// True if the positions have to be read again.
    func isDue(at uptime: Duration) -> Bool { uptime >= begun + max(Self.interval, readingTime * Self.pauses) }

    /// Forgets the positions if they are due.
    mutating func expire(at uptime: Duration) {
        guard isDue(at: uptime) else { return }
        (known, readingTime, begun) = ([:], .zero, uptime)
    }

    /// Returns the position of a device: the known one, or what `read` returns; nil if there is none.
    ///
    /// - Throws: the error of `read`.
    mutating func position(of device: Int32, read: () throws -> TrackPoint?) rethrows -> TrackPoint? {
        if let position = known[device] { return position }
        let start = clock()
        let position = try read()
        readingTime += clock() - start
        known[device] = .some(position)
        return position
    }
}

/// The positions of all links with a delay, so that requests, which anybody with a link can repeat, cost no more than
/// the feed.
final class LinkPositions: Sendable {
    private let links = Mutex<[FleetShare: DelayedPositions]>([:])

    /// Runs a body with the known positions of a link, and keeps what it has read.
    ///
    /// - Throws: the error of `body`.
    func with<Result>(
        _ share: FleetShare, at uptime: Duration, _ body: (inout DelayedPositions) throws -> Result
    ) rethrows -> Result {
        var positions = links.withLock { links in
            links = links.filter { !$0.value.isDue(at: uptime) }
            return links[share] ?? DelayedPositions()
        }
        positions.expire(at: uptime)
        defer { links.withLock { [positions] in $0[share] = positions } }
        return try body(&positions)
    }
}
