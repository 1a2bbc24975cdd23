import Basics
import Hooks
import Linux
import Location
import Orders
import Wire

/// Puts events where hooks are run for them.
struct EventSpool {
    /// What has become of an event.
    enum Result: Hashable {
        /// It waits for its hooks.
        case added
        /// There are no hooks.
        case noHooks
        /// Nobody runs hooks, or there are too many events.
        case full
    }

    /// The most events that wait.
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
    /// - Throws: ``SystemError``, `ENOENT` where there is no directory for it.
    mutating func add(_ occurrence: PlaceEvent) throws(SystemError) -> Result {
        guard hooks.hasHooks else { return .noHooks }
        let waiting = try DirectoryListing.names(in: folder).compactMap(HookNumber.init(fileName:))
        guard waiting.count < Self.maxEvents, let number = nextNumber(after: waiting.max()) else { return .full }
        try AtomicFile.replace(
            "\(folder)/\(number.fileName)", with: PlaceEventJSON.encode(occurrence), mode: 0o640)
        last = number.value
        return .added
    }

    /// Milliseconds since the machine started, or one more than the number before: in order, over a restart too, and
    /// never that of a unit which still runs.
    private func nextNumber(after waiting: HookNumber?) -> HookNumber? {
        HookNumber(max(uptime().milliseconds, last + 1, (waiting?.value ?? 0) + 1))
    }
}
