import Basics
import Hooks
import Linux
import Location
import Orders
import Wire

/// The directory in which events wait until `whereismy-orders` runs hooks for them.
struct EventSpool {
    enum Result: Hashable {
        /// The event waits for its hooks.
        case added
        /// The administrator has installed no hooks.
        case noHooks
        /// Too many events wait already: nothing runs hooks, or there are too many events.
        case full
    }

    static let maxEvents = 64

    private let folder: String
    private let hooks: HookFolder
    private let uptime: () -> Duration
    private var last: Int64 = 0

    init(folder: String, hooks: HookFolder, uptime: @escaping () -> Duration = { SystemClock.uptime }) {
        self.folder = folder
        self.hooks = hooks
        self.uptime = uptime
    }

    /// Adds an event.
    ///
    /// - Throws: ``SystemError``; `ENOENT` where the directory does not exist.
    mutating func add(_ event: PlaceEvent) throws(SystemError) -> Result {
        guard hooks.hasHooks else { return .noHooks }
        let waiting = try DirectoryListing.names(in: folder).compactMap(HookNumber.init(fileName:))
        guard waiting.count < Self.maxEvents, let number = nextNumber(after: waiting.max()) else { return .full }
        try AtomicFile.replace(
            "\(folder)/\(number.fileName)", with: PlaceEventJSON.encode(event), mode: 0o640)
        last = number.value
        return .added
    }

    /// The next number: milliseconds of uptime, or one more than the last number, so that numbers rise also across
    /// restarts of the daemon and never repeat that of a unit that still runs.
    private func nextNumber(after waiting: HookNumber?) -> HookNumber? {
        HookNumber(max(uptime().milliseconds, last + 1, (waiting?.value ?? 0) + 1))
    }
}
