import Configuration
import Hooks
import Linux
import Location
import Orders
import Places

/// Asks the unit `whereismy-orders` for the targets of the places that one is in, and for hooks of what happens.
///
/// Where the directory for that is not there, as without systemd, nobody is asked.
struct PlaceOrders {
    private let folder: String
    private var book: OrderBook
    private var events: EventSpool
    private var complaints = Complaints()

    private static let marker = ".asked"

    /// Goes on with what was asked for since the machine started; nothing is written before something is noted.
    init(settings: Settings) {
        folder = settings.orderInbox
        book = OrderBook(wasAsked: AtomicFile.identity(of: "\(folder)/\(Self.marker)") != nil)
        events = EventSpool(folder: folder, hooks: HookFolder(settings.hookDirectory))
    }

    /// Takes all places that one is in, once that is certain; asked again where that has failed before.
    mutating func note(inside places: [PlaceName]) {
        book.note(inside: places)
        ask()
    }

    /// Takes what has happened, for the targets and for the hooks.
    mutating func note(_ occurrence: PlaceOccurrence) {
        if let name = PlaceName(occurrence.place) { book.note(occurrence.kind, name) }
        ask()
        attempt("hooks") { (orders) throws(SystemError) in
            switch try orders.events.add(occurrence) {
            case .added, .unwanted: nil
            case .full: "hooks: too many events wait for them already, this one is left out"
            }
        }
    }

    private mutating func ask() {
        guard book.isDue, let places = book.places else { return }
        attempt("targets of places") { (orders) throws(SystemError) in
            let order = PlaceOrder(places)
            try orders.mark()
            try AtomicFile.replace("\(orders.folder)/\(PlaceOrder.fileName)", with: order.bytes, mode: 0o640)
            orders.book.noteAsked()
            guard order.places.count < places.count else { return nil }
            return "targets of places: of \(places.count) here, the first \(order.places.count) have theirs"
        }
    }

    /// Targets that are active have to be stopped some time, by another run of the daemon too.
    private func mark() throws(SystemError) {
        do throws(SystemError) {
            _ = try FileDescriptor.create("\(folder)/\(Self.marker)", mode: 0o640)
        } catch {
            guard error.isPresence else { throw error }
        }
    }

    /// Does a step, and tells what there is to say of it and what has failed.
    private mutating func attempt(
        _ subject: String, _ step: (inout PlaceOrders) throws(SystemError) -> String?
    ) {
        do throws(SystemError) {
            guard let problem = try step(&self) else { return complaints.settle(subject) }
            complaints.note(subject, problem)
        } catch {
            guard !error.isAbsence else { return }
            complaints.note(subject, "\(subject): \(error)")
        }
    }
}
