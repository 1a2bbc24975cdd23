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

/// Keeps and tells what is new about places, on a thread that may wait for the disk.
struct PlaceEventProcessor {
    /// How long is waited for the history: a disk that hangs must not keep from hooks and targets what comes next.
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
    /// The standings that the disk does not have yet; nil where it has the latest.
    private var unsavedStates: [PlaceState]?

    init(
        _ settings: Settings, _ outlets: TrackerOutputs, places: PlaceRepository, anchor: AnchorRepository,
        commands: PlaceCommandMailbox
    ) {
        (self.outputs, self.places, self.anchor, self.commands) = (outlets, places, anchor, commands)
        statesFile = settings.placeStatesFile
        nearbySearch = NearbySearch(settings)
        helper = HelperClient(settings: settings)
        webhooks = WebhookQueue(settings) { Log.write(.warning, $0) }
    }

    /// Does what is to be done about a delivery; what cannot be kept is said, and told all the same.
    mutating func handle(_ delivery: PlaceDelivery, at moment: Moment) {
        if let settings = delivery.settings { reconfigure(settings) }
        // What the disk has refused before is tried again with whatever comes.
        if webhooks.hasUnwritten { webhooks.flush() }
        let news = delivery.update
        for occurrence in news.events { publish(occurrence, at: moment) }
        if let inside = news.inside { helper.update(inside: inside) }
        // What is kept comes after all who are told, and the history last of them: what was decided and not told would
        // never be, and from what the history has the next start knows that the others were told (`PlaceStateRecovery`).
        record(news.events)
        unsavedStates = news.states ?? unsavedStates
        storeStates()
        if let watch = news.anchor { store(watch) }
        if let coordinate = news.lookup {
            let found = nearbySearch.nearby(coordinate, places: places.places)
            commands.update { $0.nearby = found }
        }
    }

    /// Brings to the disk what it has refused before, as far as it takes it now.
    mutating func finish() {
        webhooks.finish()
        storeStates()
    }

    private mutating func reconfigure(_ settings: Settings) {
        nearbySearch.reconfigure(settings)
        webhooks.webhooks = settings.webhooks
        webhooks.flush()
    }

    private mutating func publish(_ occurrence: PlaceEvent, at moment: Moment) {
        Log.write(occurrence.isAlarm ? .warning : .notice, occurrence.journalText, event: .place(occurrence))
        outputs.feed?.publish(occurrence, at: moment.uptime)
        helper.handle(occurrence)
        webhooks.enqueue(occurrence)
    }

    /// Puts into the history what has happened, and waits until it is on the disk, or was refused by it.
    private func record(_ occurrences: [PlaceEvent]) {
        guard !occurrences.isEmpty, let writer = outputs.history?.writer else { return }
        for occurrence in occurrences { writer.record(occurrence) }
        writer.flush(timeout: Self.historyTimeout)
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
    /// Whether somebody should look at once.
    var isAlarm: Bool { kind == .dragging || kind == .lost }

    /// What has happened, in a line of the journal; never where.
    var journalText: String {
        let name = PrintableText.sanitized(place)
        let metres = distance.map { ", \(FixedDecimalText.text($0, decimals: 0)) m from it" } ?? ""
        return switch kind {
        case .enter: "entered \(name)"
        case .leave: "left \(name)"
        case .dragging: "the anchor drags\(metres)"
        case .holding: "back within the swing circle of the anchor\(metres)"
        case .lost: "the anchor watch sees nothing: no current position"
        case .found: "the anchor watch sees again\(metres)"
        }
    }
}
