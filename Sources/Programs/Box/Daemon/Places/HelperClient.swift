import Configuration
import Hooks
import Linux
import Location
import Orders
import Places

/// Requests the targets of the places that contain the position, and hooks for events, from the unit
/// `whereismy-orders`.
///
/// Without its inbox, as without systemd, requests are dropped silently.
struct HelperClient {
    private let folder: String
    private var requests: HelperRequests
    private var events: EventSpool
    private var errors = ErrorReporter()

    private static let marker = ".asked"

    /// Resumes from the requests since boot; writes nothing before the first update.
    init(settings: Settings) {
        folder = settings.orderInbox
        requests = HelperRequests(hasRequested: AtomicFile.identity(of: "\(folder)/\(Self.marker)") != nil)
        events = EventSpool(folder: folder, hooks: HookFolder(settings.hookDirectory))
    }

    /// Sets all places that contain the position, once that is certain; retries a request that failed.
    mutating func update(inside places: [PlaceName]) {
        requests.update(inside: places)
        requestTargets()
    }

    /// Requests the targets and the hooks of an event.
    mutating func handle(_ event: PlaceEvent) {
        if event.isOfPlace, let name = PlaceName(event.place) { requests.apply(event.kind, at: name) }
        requestTargets()
        attempt("hooks") { (client) throws(SystemError) in
            switch try client.events.add(event) {
            case .added, .noHooks: nil
            case .full: "hooks: too many events wait, event dropped"
            }
        }
    }

    private mutating func requestTargets() {
        guard requests.isDue, let places = requests.places else { return }
        attempt("targets of places") { (client) throws(SystemError) in
            let order = PlaceOrder(places)
            try client.createMarker()
            try AtomicFile.replace("\(client.folder)/\(PlaceOrder.fileName)", with: order.bytes, mode: 0o640)
            client.requests.markRequested()
            guard order.places.count < places.count else { return nil }
            return "targets of places: only the first \(order.places.count) of \(places.count) places have one"
        }
    }

    /// Creates the file that records a request across restarts: active targets have to be stopped by a later run too.
    private func createMarker() throws(SystemError) {
        do throws(SystemError) {
            _ = try FileDescriptor.create("\(folder)/\(Self.marker)", mode: 0o640)
        } catch {
            guard error.isAlreadyPresent else { throw error }
        }
    }

    /// Runs a step and reports its message or its error.
    private mutating func attempt(
        _ subject: String, _ step: (inout HelperClient) throws(SystemError) -> String?
    ) {
        do throws(SystemError) {
            guard let problem = try step(&self) else { return errors.resolve(subject) }
            errors.report(subject, message: problem)
        } catch {
            guard !error.isNotFound else { return }
            errors.report(subject, message: "\(subject): \(error)")
        }
    }
}

/// The targets requested from systemd and those still to request; a value without files.
struct HelperRequests {
    /// The places that contain the position; nil until that is certain.
    private(set) var places: Set<PlaceName>?
    private(set) var isDue = false
    private var hasRequested: Bool

    /// - Parameter hasRequested: whether there was a request since boot; without one, no target is active.
    init(hasRequested: Bool) {
        self.hasRequested = hasRequested
    }

    /// Sets all places that contain the position.
    mutating func update(inside places: [PlaceName]) {
        let places = Set(places)
        guard places != self.places else { return }
        self.places = places
        if hasRequested || !places.isEmpty { isDue = true }
    }

    /// Applies the entering or leaving of a place; ignored until the set of places is certain.
    mutating func apply(_ kind: PlaceEvent.Kind, at place: PlaceName) {
        guard var places else { return }
        switch kind {
        case .enter: places.insert(place)
        case .leave: places.remove(place)
        case .dragging, .holding, .lost, .found, .contradicted, .trusted: return
        }
        update(inside: Array(places))
    }

    mutating func markRequested() {
        hasRequested = true
        isDue = false
    }
}
