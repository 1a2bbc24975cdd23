import API
import Configuration
import Linux
import Location
import Places
import PlacesFiles
import Systemd

/// The owner's places, and the thread that keeps and tells what the tracker finds out about them.
final class PlaceDesk: Sendable {
    /// What the tracker tells.
    let mailbox: PlaceMailbox
    /// What the tracker is told.
    let inbox: PlaceInbox
    /// The places.
    let places: PlaceKeeper
    /// The anchor watch.
    let anchor: AnchorKeeper
    private let thread: WorkerThread
    private let standingsFile: String
    /// Nil where nothing is recorded.
    private let historyFile: String?

    /// Reads the places and what is kept about them, and starts the thread.
    ///
    /// - Parameters:
    ///   - settings: where they are, and what is to be done.
    ///   - outlets: who is told what happens.
    /// - Throws: ``SystemError`` where the process has no descriptor or thread left.
    init(_ settings: Settings, _ outlets: Outlets) throws(SystemError) {
        let (mailbox, inbox) = (try PlaceMailbox(), PlaceInbox())
        let configured = ConfiguredPlaces(settings)
        for problem in configured.problems { Log.write(.warning, "\(problem)") }
        let places = PlaceKeeper(
            file: settings.ownPlacesFile, configured: configured.places,
            isConfigurationWhole: configured.problems.isEmpty
        ) { places, areAll in
            inbox.put { ($0.places, $0.isWhole) = (places, areAll) }
        }
        let anchor = AnchorKeeper(file: settings.anchorFile) { watch in
            inbox.put { $0.anchor = PlaceChange.Anchor(watch: watch) }
        }
        for fault in [places.fault, anchor.fault].compactMap({ $0 }) { Log.write(.warning, fault) }
        (self.mailbox, self.inbox, self.places, self.anchor) = (mailbox, inbox, places, anchor)
        standingsFile = settings.standingsFile
        historyFile = settings.history.isEnabled ? settings.historyFile : nil
        thread = try WorkerThread(name: "places") {
            var clerk = PlaceClerk(settings, outlets, places: places, anchor: anchor, inbox: inbox)
            while let delivery = mailbox.take() { clerk.handle(delivery, at: SystemClock.now()) }
            clerk.finish()
        }
    }

    /// What the tracker begins with: what was kept, and what the history knows to have happened since, which is kept then.
    func begin() -> PlaceStart {
        let kept = Self.standings(standingsFile)
        var start = PlaceStart(
            places: places.places, isWhole: places.isWhole, standings: kept, anchor: anchor.watch)
        guard let historyFile, !(start.places.isEmpty && kept.isEmpty) else { return start }
        start.standings = PlaceRecall(historyFile).standings(kept, of: start.places)
        if start.standings != kept { mailbox.put(PlaceNews(standings: start.standings)) }
        return start
    }

    /// Goes by other settings from now on.
    func adopt(_ settings: Settings) {
        let configured = ConfiguredPlaces(settings)
        places.adopt(configured: configured.places, isConfigurationWhole: configured.problems.isEmpty)
        if let fault = places.fault { Log.write(.warning, fault) }
        mailbox.put(settings)
    }

    /// Ends when all that has come is kept and told.
    func close() {
        inbox.onNews(nil)
        mailbox.close()
        thread.join()
    }

    /// A file that is broken is said and passed over: what is decided anew is told once more.
    private static func standings(_ file: String) -> [PlaceStanding] {
        do {
            return try PlaceStandingsJSON.decode(try FileContents.read(file, limit: PlacesFileError.mostBytes))
        } catch let error as SystemError where error.isAbsence {
            return []
        } catch {
            Log.write(.warning, "\(file): not used: \(error)")
            return []
        }
    }
}
