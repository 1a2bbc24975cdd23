import API
import Configuration
import Linux
import Places
import PlacesFiles
import Systemd

/// The owner's places, and the thread that publishes and stores the tracker's place updates.
final class PlaceService: Sendable {
    /// The updates from the tracker.
    let updates: PlaceUpdateMailbox
    /// The commands to the tracker.
    let commands: PlaceCommandMailbox
    let places: PlaceRepository
    let anchor: AnchorRepository
    private let thread: WorkerThread
    private let statesFile: String
    /// Nil if no history is recorded.
    private let historyFile: String?

    /// Reads the places and their stored states, and starts the thread.
    init(_ settings: Settings, _ outputs: TrackerOutputs) throws(SystemError) {
        let (updates, commands) = (try PlaceUpdateMailbox.blocking(), PlaceCommandMailbox())
        let configured = ConfiguredPlaces(settings)
        for problem in configured.issues { Log.write(.warning, "\(problem)") }
        let places = PlaceRepository(
            file: settings.ownPlacesFile, configured: configured.places,
            isConfigurationComplete: configured.issues.isEmpty
        ) { places, areAll in
            commands.update { ($0.places, $0.isComplete) = (places, areAll) }
        }
        let anchor = AnchorRepository(file: settings.anchorFile) { watch in
            commands.update { $0.anchor = PlaceTrackerCommand.Anchor(watch: watch) }
        }
        for fault in [places.loadError, anchor.loadError].compactMap({ $0 }) { Log.write(.warning, fault) }
        (self.updates, self.commands, self.places, self.anchor) = (updates, commands, places, anchor)
        statesFile = settings.placeStatesFile
        historyFile = settings.history.isEnabled ? settings.historyFile : nil
        thread = try WorkerThread(name: "places") {
            var processor = PlaceEventProcessor(settings, outputs, places: places, anchor: anchor, commands: commands)
            while let delivery = updates.dequeue() { processor.handle(delivery, at: SystemClock.now()) }
            processor.finish()
        }
    }

    /// The initial state of the tracker: the stored states with later events of the history, which is stored then.
    func initialState() -> PlaceInitialState {
        let stored = Self.readStates(statesFile)
        var start = PlaceInitialState(
            places: places.places, isComplete: places.isComplete, states: stored, anchor: anchor.watch)
        guard let historyFile, !(start.places.isEmpty && stored.isEmpty) else { return start }
        start.states = PlaceStateRecovery(historyFile).states(stored, of: start.places)
        if start.states != stored { updates.publish(PlaceUpdate(states: start.states)) }
        return start
    }

    func reconfigure(_ settings: Settings) {
        let configured = ConfiguredPlaces(settings)
        places.reconfigure(configured: configured.places, isConfigurationComplete: configured.issues.isEmpty)
        if let fault = places.loadError { Log.write(.warning, fault) }
        updates.reconfigure(settings)
    }

    /// Ends the thread after all updates are published and stored.
    func close() {
        commands.onArrival(nil)
        updates.close()
        thread.join()
    }

    /// Reads the stored states; a broken file is logged and ignored, so that events may repeat.
    private static func readStates(_ file: String) -> [PlaceState] {
        do {
            return try PlaceStatesJSON.decode(try FileContents.read(file, limit: PlacesFormatError.maxBytes))
        } catch let error as SystemError where error.isNotFound {
            return []
        } catch {
            Log.write(.warning, "\(file): ignored: \(error)")
            return []
        }
    }
}
