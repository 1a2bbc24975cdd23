import API
import Basics
import Configuration
import History
import Linux
import Location
import Pages
import Places
import PlacesFiles
import Systemd
import Webhooks

/// Publishes and stores place updates, on a thread that may wait for the disk.
struct PlaceEventProcessor {
    /// The time to wait for the history; a hanging disk must not delay hooks and targets.
    private static let historyTimeout: Duration = .seconds(5)

    private let outputs: TrackerOutputs
    private let places: PlaceRepository
    private let anchor: AnchorRepository
    private let commands: PlaceCommandMailbox
    private let statesFile: String
    private var nearbySearch: NearbySearch
    private var helper: HelperClient
    private var webhooks: WebhookQueue
    private var errors = ErrorReporter()
    /// The states not yet on the disk; nil if the disk has the latest.
    private var unsavedStates: [PlaceState]?

    init(
        _ settings: Settings, _ outputs: TrackerOutputs, places: PlaceRepository, anchor: AnchorRepository,
        commands: PlaceCommandMailbox
    ) {
        (self.outputs, self.places, self.anchor, self.commands) = (outputs, places, anchor, commands)
        statesFile = settings.placeStatesFile
        nearbySearch = NearbySearch(settings)
        helper = HelperClient(settings: settings)
        webhooks = WebhookQueue(settings) { Log.write(.warning, $0) }
        webhooks.prepare()
    }

    /// Processes a delivery; what cannot be stored is logged and still published.
    mutating func handle(_ delivery: PlaceDelivery, at moment: Moment) {
        if let settings = delivery.settings { reconfigure(settings) }
        // Writes that failed before are retried with each delivery.
        if webhooks.hasUnwritten { webhooks.flush() }
        let update = delivery.update
        for event in update.events { publish(event, at: moment) }
        if let inside = update.inside { helper.update(inside: inside) }
        // Publish first, then the history, then the states: an event that is stored but not published would be lost,
        // and one in the history was published, as the next start assumes (`PlaceStateRecovery`).
        record(update.events)
        unsavedStates = update.states ?? unsavedStates
        storeStates()
        if let watch = update.anchor { store(watch) }
        if let coordinate = update.lookup {
            let found = nearbySearch.nearby(coordinate, places: places.places)
            commands.update { $0.nearby = found }
        }
    }

    /// Retries failed writes for the last time.
    mutating func finish() {
        webhooks.finish()
        storeStates()
    }

    private mutating func reconfigure(_ settings: Settings) {
        nearbySearch.reconfigure(settings)
        webhooks.webhooks = settings.webhooks
        webhooks.prepare()
        webhooks.flush()
    }

    private mutating func publish(_ event: PlaceEvent, at moment: Moment) {
        Log.write(event.isAlarm ? .warning : .notice, event.journalText, event: .place(event))
        outputs.feed?.publish(event, at: moment.uptime)
        helper.handle(event)
        webhooks.enqueue(event)
    }

    /// Records the events and waits until they are on the disk or the write has failed.
    private func record(_ events: [PlaceEvent]) {
        guard !events.isEmpty, let writer = outputs.history?.writer else { return }
        for event in events { writer.record(event) }
        writer.flush(.events, timeout: Self.historyTimeout)
    }

    private mutating func store(_ watch: AnchorWatch) {
        do {
            try anchor.update(watch)
            errors.resolve("anchor watch")
        } catch {
            errors.report("anchor watch", message: "\(error)")
        }
    }

    private mutating func storeStates() {
        guard let unsavedStates else { return }
        do {
            try AtomicFile.replace(
                statesFile, with: PlaceStatesJSON.encode(unsavedStates), mode: 0o640, durable: true)
            self.unsavedStates = nil
            errors.resolve(statesFile)
        } catch {
            outputs.counts.recordWriteError(of: "place-standings.json")
            errors.report(statesFile, message: "\(error)")
        }
    }
}

extension PlaceEvent {
    /// True if the event needs attention at once.
    var isAlarm: Bool { [.dragging, .lost, .contradicted].contains(kind) }

    /// The line for the journal, without coordinates.
    var journalText: String {
        let name = PrintableText.sanitized(place)
        let metres = distance.map { ", \(FixedDecimalText.text($0, decimals: 0)) m from it" } ?? ""
        return switch kind {
        case .enter: "entered \(name)"
        case .leave: "left \(name)"
        case .dragging: "anchor dragging\(metres)"
        case .holding: "back within the anchor's swing circle\(metres)"
        case .lost: "anchor watch without a current position"
        case .found: "anchor watch has a position again\(metres)"
        case .contradicted: "the receiver is contradicted"
        case .trusted: "the receiver is trusted again" + (by.map { ", by \(PrintableText.sanitized($0))" } ?? "")
        }
    }
}
