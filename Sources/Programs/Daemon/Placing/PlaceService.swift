import API
import Configuration
import Linux
import Location
import Places
import PlacesFiles
import Systemd

/// The owner's places, and the thread that keeps and tells what the tracker finds out about them.
final class PlaceService: Sendable {
    /// What the tracker tells.
    let updates: PlaceMailbox
    /// What the tracker is told.
    let commands: PlaceCommandQueue
    /// The places.
    let places: PlaceRepository
    /// The anchor watch.
    let anchor: AnchorRepository
    private let thread: WorkerThread
    private let statesFile: String
    /// Nil where nothing is recorded.
    private let historyFile: String?

    /// Reads the places and what is kept about them, and starts the thread.
    ///
    /// - Parameters:
    ///   - settings: where they are, and what is to be done.
    ///   - outlets: who is told what happens.
    /// - Throws: ``SystemError`` where the process has no descriptor or thread left.
    init(_ settings: Settings, _ outlets: TrackerOutputs) throws(SystemError) {
        let (mailbox, inbox) = (try PlaceMailbox(), PlaceCommandQueue())
        let configured = ConfiguredPlaces(settings)
        for problem in configured.issues { Log.write(.warning, "\(problem)") }
        let places = PlaceRepository(
            file: settings.ownPlacesFile, configured: configured.places,
            isConfigurationComplete: configured.issues.isEmpty
        ) { places, areAll in
            inbox.enqueue { ($0.places, $0.isComplete) = (places, areAll) }
        }
        let anchor = AnchorRepository(file: settings.anchorFile) { watch in
            inbox.enqueue { $0.anchor = PlaceTrackerCommand.Anchor(watch: watch) }
        }
        for fault in [places.loadError, anchor.loadError].compactMap({ $0 }) { Log.write(.warning, fault) }
        (self.updates, self.commands, self.places, self.anchor) = (mailbox, inbox, places, anchor)
        statesFile = settings.placeStatesFile
        historyFile = settings.history.isEnabled ? settings.historyFile : nil
        thread = try WorkerThread(name: "places") {
            var clerk = PlaceEventProcessor(settings, outlets, places: places, anchor: anchor, inbox: inbox)
            while let delivery = mailbox.dequeue() { clerk.handle(delivery, at: SystemClock.now()) }
            clerk.finish()
        }
    }

    /// What the tracker begins with: what was kept, and what the history knows to have happened since, which is kept then.
    func initialState() -> PlaceInitialState {
        let kept = Self.readStates(statesFile)
        var start = PlaceInitialState(
            places: places.places, isComplete: places.isComplete, states: kept, anchor: anchor.watch)
        guard let historyFile, !(start.places.isEmpty && kept.isEmpty) else { return start }
        start.states = PlaceStateRecovery(historyFile).states(kept, of: start.places)
        if start.states != kept { updates.enqueue(PlaceUpdate(states: start.states)) }
        return start
    }

    /// Goes by other settings from now on.
    func reconfigure(_ settings: Settings) {
        let configured = ConfiguredPlaces(settings)
        places.reconfigure(configured: configured.places, isConfigurationComplete: configured.issues.isEmpty)
        if let fault = places.loadError { Log.write(.warning, fault) }
        updates.enqueue(settings)
    }

    /// Ends when all that has come is kept and told.
    func close() {
        commands.onArrival(nil)
        updates.close()
        thread.join()
    }

    /// A file that is broken is said and passed over: what is decided anew is told once more.
    private static func readStates(_ file: String) -> [PlaceState] {
        do {
            return try PlaceStatesJSON.decode(try FileContents.read(file, limit: PlacesFormatError.maxBytes))
        } catch let error as SystemError where error.isNotFound {
            return []
        } catch {
            Log.write(.warning, "\(file): not used: \(error)")
            return []
        }
    }
}
