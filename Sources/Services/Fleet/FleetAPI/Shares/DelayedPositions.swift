import Linux
import Location

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

    /// Forgets the positions if they are due.
    mutating func expire(at uptime: Duration) {
        guard uptime >= begun + max(Self.interval, readingTime * Self.pauses) else { return }
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
