import Configuration
import Hooks
import Linux
import Location
import Orders
import Places

/// Asks the unit `whereismy-orders` for the targets of the places that one is in, and for hooks of what happens.
///
/// Where the directory for that is not there, as without systemd, nobody is asked.
struct HelperClient {
    private let folder: String
    private var requests: HelperRequests
    private var events: EventSpool
    private var errors = ErrorReporter()

    private static let marker = ".asked"

    /// Goes on with what was asked for since the machine started; nothing is written before something is noted.
    init(settings: Settings) {
        folder = settings.orderInbox
        requests = HelperRequests(hasRequested: AtomicFile.identity(of: "\(folder)/\(Self.marker)") != nil)
        events = EventSpool(folder: folder, hooks: HookFolder(settings.hookDirectory))
    }

    /// Takes all places that one is in, once that is certain; asked again where that has failed before.
    mutating func update(inside places: [PlaceName]) {
        requests.update(inside: places)
        requestTargets()
    }

    /// Takes what has happened, for the targets and for the hooks.
    mutating func handle(_ occurrence: PlaceEvent) {
        if let name = PlaceName(occurrence.place) { requests.apply(occurrence.kind, at: name) }
        requestTargets()
        attempt("hooks") { (orders) throws(SystemError) in
            switch try orders.events.add(occurrence) {
            case .added, .noHooks: nil
            case .full: "hooks: too many events wait for them already, this one is left out"
            }
        }
    }

    private mutating func requestTargets() {
        guard requests.isDue, let places = requests.places else { return }
        attempt("targets of places") { (orders) throws(SystemError) in
            let order = PlaceOrder(places)
            try orders.createMarker()
            try AtomicFile.replace("\(orders.folder)/\(PlaceOrder.fileName)", with: order.bytes, mode: 0o640)
            orders.requests.markRequested()
            guard order.places.count < places.count else { return nil }
            return "targets of places: of \(places.count) here, the first \(order.places.count) have theirs"
        }
    }

    /// Targets that are active have to be stopped some time, by another run of the daemon too.
    private func createMarker() throws(SystemError) {
        do throws(SystemError) {
            _ = try FileDescriptor.create("\(folder)/\(Self.marker)", mode: 0o640)
        } catch {
            guard error.isAlreadyPresent else { throw error }
        }
    }

    /// Does a step, and tells what there is to say of it and what has failed.
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

/// What systemd has been asked for and has to be asked for next; it knows no file.
struct HelperRequests {
    /// The places that one is in; nil until that is certain.
    private(set) var places: Set<PlaceName>?
    /// Whether there is something to ask for.
    private(set) var isDue = false
    private var hasRequested: Bool

    /// Begins with whether anything was asked for since the machine started: if not, no target is active.
    init(hasRequested: Bool) {
        self.hasRequested = hasRequested
    }

    /// All places that one is in.
    mutating func update(inside places: [PlaceName]) {
        let places = Set(places)
        guard places != self.places else { return }
        self.places = places
        if hasRequested || !places.isEmpty { isDue = true }
    }

    /// A place was entered or left; until it is certain in which ones one is, that is not enough to know.
    mutating func apply(_ kind: PlaceEvent.Kind, at place: PlaceName) {
        guard var places else { return }
        switch kind {
        case .enter: places.insert(place)
        case .leave: places.remove(place)
        case .dragging, .holding, .lost, .found: return
        }
        update(inside: Array(places))
    }

    /// That was asked for.
    mutating func markRequested() {
        hasRequested = true
        isDue = false
    }
}
