import API
import Basics
import Configuration
import Linux
import Location
import Pages
import Tracking

extension DaemonAccess {
    /// What the API can ask of a daemon with these settings.
    ///
    /// - Parameters:
    ///   - settings: what it goes by.
    ///   - outlets: what it finds out.
    ///   - feed: the newest report.
    ///   - pages: what draws pages.
    ///   - places: the owner's places, and the anchor.
    ///   - started: when it was started.
    init(
        _ settings: Settings, _ outlets: TrackerOutputs, _ feed: LiveFeed, _ pages: SharedPages, _ places: PlaceService,
        started: Moment
    ) {
        self.init(
            feed: feed,
            verdicts: { [verdicts = outlets.verdicts] moment in
                let log = verdicts.snapshot
                return Verdicts(
                    records: log.entries(at: moment.uptime).map { $0.record(at: moment) },
                    forgottenUntil: log.discardedUntil(at: moment.uptime))
            },
            counts: { [counts = outlets.counts] in counts.snapshot },
            memory: { ProcessMemory.resident },
            staticPage: { [file = "\(settings.runtimeDirectory)/index.html"] in try? FileContents.read(file) },
            renderStaticPage: { pages.shareRenderer.render($0, at: $1).bytes }, clock: { SystemClock.now() },
            historyFile: settings.history.isEnabled ? settings.historyFile : nil,
            staleAfter: settings.staleAfter, version: Product.version)
        (self.places, anchor) = (places.places, places.anchor)
        gazetteerFile = settings.gazetteerFile
        defaultNearestRadius = settings.places.searchRadius
        info.processID = ProcessEnvironment.processID
        info.started = started
        info.gpsd = settings.gpsd.description
    }
}
