import API
import Basics
import Configuration
import History
import Linux
import Location
import Places
import PlacesFiles
import Systemd
import Webhooks

/// Keeps and tells what is new about places, on a thread that may wait for the disk.
struct PlaceClerk {
    /// How long is waited for the history: a disk that hangs must not keep from hooks and targets what comes next.
    private static let patience: Duration = .seconds(5)

    private let outlets: Outlets
    private let places: PlaceKeeper
    private let anchor: AnchorKeeper
    private let inbox: PlaceInbox
    private let standingsFile: String
    private var around: AroundSearch
    private var orders: PlaceOrders
    private var webhooks: WebhookQueue
    private var complaints = Complaints()
    /// The standings that the disk does not have yet; nil where it has the latest.
    private var standings: [PlaceStanding]?

    init(
        _ settings: Settings, _ outlets: Outlets, places: PlaceKeeper, anchor: AnchorKeeper, inbox: PlaceInbox
    ) {
        (self.outlets, self.places, self.anchor, self.inbox) = (outlets, places, anchor, inbox)
        standingsFile = settings.standingsFile
        around = AroundSearch(settings)
        orders = PlaceOrders(settings: settings)
        webhooks = WebhookQueue(settings) { Log.write(.warning, $0) }
    }

    /// Does what is to be done about a delivery; what cannot be kept is said, and told all the same.
    mutating func handle(_ delivery: PlaceMailbox.Delivery, at moment: Moment) {
        if let settings = delivery.settings { adopt(settings) }
        // What the disk has refused before is tried again with whatever comes.
        if webhooks.isHolding { webhooks.flush() }
        let news = delivery.news
        for occurrence in news.occurrences { tell(occurrence, at: moment) }
        if let inside = news.inside { orders.note(inside: inside) }
        // What is kept comes after all who are told, and the history last of them: what was decided and not told would
        // never be, and from what the history has the next start knows that the others were told (`PlaceRecall`).
        record(news.occurrences)
        standings = news.standings ?? standings
        keepStandings()
        if let watch = news.anchor { keep(watch) }
        if let coordinate = news.lookup {
            let found = around.surroundings(of: coordinate, places.places)
            inbox.put { $0.surroundings = found }
        }
    }

    /// Brings to the disk what it has refused before, as far as it takes it now.
    mutating func finish() {
        webhooks.finish()
        keepStandings()
    }

    private mutating func adopt(_ settings: Settings) {
        around.adopt(settings)
        webhooks.webhooks = settings.webhooks
        webhooks.flush()
    }

    private mutating func tell(_ occurrence: PlaceOccurrence, at moment: Moment) {
        Log.write(occurrence.isAlarm ? .warning : .notice, occurrence.words, .place(occurrence))
        outlets.feed?.tell(occurrence, at: moment.uptime)
        orders.note(occurrence)
        webhooks.enqueue(occurrence)
    }

    /// Puts into the history what has happened, and waits until it is on the disk, or was refused by it.
    private func record(_ occurrences: [PlaceOccurrence]) {
        guard !occurrences.isEmpty, let writer = outlets.history?.writer else { return }
        for occurrence in occurrences { writer.record(occurrence) }
        writer.settle(atMost: Self.patience)
    }

    private mutating func keep(_ watch: AnchorWatch) {
        do {
            try anchor.note(watch)
            complaints.settle("anchor watch")
        } catch {
            complaints.note("anchor watch", "\(error)")
        }
    }

    private mutating func keepStandings() {
        guard let standings else { return }
        do {
            try AtomicFile.replace(
                standingsFile, with: PlaceStandingsJSON.encode(standings), mode: 0o640, durable: true)
            self.standings = nil
            complaints.settle(standingsFile)
        } catch {
            outlets.counts.noteWriteError(of: "place-standings.json")
            complaints.note(standingsFile, "\(error)")
        }
    }
}
