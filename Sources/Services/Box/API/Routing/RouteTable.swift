import Pages
import Systemd
import Web

struct RouteTable {
    let shares: ShareRouter

    private let daemon: DaemonAccess
    private let authorizer: Authorizer
    private let configuration: ServerConfiguration
    private let workers: WorkerPool
    private let assets: AssetLibrary
    private let files: [Route]
    private let map: MapRoutes
    private let gazetteer: GazetteerAccess
    private let history: HistoryAccess
    /// The history without what is not on the disk: place events are at once, and strangers must not make the daemon
    /// write.
    private let committed: HistoryAccess

    init(daemon: DaemonAccess, authorizer: Authorizer, configuration: ServerConfiguration, run: String, log: RequestLog)
    {
        (self.daemon, self.authorizer, self.configuration) = (daemon, authorizer, configuration)
        workers = WorkerPool(log: log)
        assets = AssetLibrary(configuration.templates)
        files = AssetRoutes<RequestContext>(assets: assets, libraries: configuration.libraries).all
        gazetteer = GazetteerAccess(
            path: daemon.gazetteerFile, defaultRadius: daemon.defaultNearestRadius, log: log)
        map = MapRoutes(
            daemon: daemon, map: configuration.map, tiles: Self.tiles(configuration.map),
            land: LandOutlines(files: configuration.landFiles), gazetteer: gazetteer)
        history = HistoryAccess(
            path: daemon.historyFile, log: log,
            flush: HistoryFlush(delay: daemon.historyDelay, flush: daemon.flushHistory))
        committed = HistoryAccess(path: daemon.historyFile, log: log)
        let view = ShareView(
            feed: daemon.feed, zones: configuration.zones, historyFile: daemon.historyFile,
            staleAfter: daemon.staleAfter,
            flush: HistoryFlush(delay: daemon.historyDelay, flush: daemon.flushHistory))
        shares = ShareRouter(
            access: authorizer.access, address: configuration.publicAddress ?? configuration.address,
            feeds: ShareFeeds(run: run, view: view), view: view,
            tracks: TrackRoutes(history: committed, workers: workers, zones: configuration.zones), map: map,
            assets: assets, draw: daemon.renderStaticPage,
            common: Router(files + [map.tileRoute, map.land.route(for: .readers)]))
    }

    var routes: [Route] { pages + histories + live + places + access }

    private var pages: [Route] { PageRoutes(daemon: daemon, assets: assets).all + files + map.all }

    private var histories: [Route] {
        let names = NameSource(gazetteerFile: daemon.gazetteerFile) { [places = daemon.places] in
            places?.entries.map(\.place) ?? []
        }
        let summaries = SummaryRoutes(
            history: history, workers: workers, names: names, staleAfter: daemon.staleAfter
        ) { [feed = daemon.feed] in feed.report(at: $0) }
        return TrackRoutes(history: history, workers: workers, zones: configuration.zones).all + summaries.all
            + PlaceEventRoutes(history: committed, workers: workers).all
    }

    private var live: [Route] {
        ReportRoutes(daemon: daemon, authorizer: authorizer).all
            + StatusRoutes(daemon: daemon, access: configuration.access, workers: workers).all
            + VerdictRoutes(daemon: daemon, workers: workers).all
            + (daemon.acceptClaim.map { IntegrityRoutes(daemon: daemon, access: authorizer.access, accept: $0).all }
                ?? [])
    }

    private var places: [Route] {
        GazetteerRoutes(gazetteer: gazetteer, daemon: daemon, workers: workers).all
            + (daemon.places.map { OwnPlaceRoutes(repository: $0, daemon: daemon).all } ?? [])
            + (daemon.anchor.map { AnchorRoutes(repository: $0, daemon: daemon).all } ?? [])
    }

    private var access: [Route] {
        SessionRoutes(access: authorizer.access, configuration: configuration, assets: assets).all
            + TokenRoutes(access: authorizer.access).all
            + ShareRoutes(
                access: authorizer.access, configuration: configuration, hasHistory: daemon.historyFile != nil
            ).all
    }

    /// Opens the file of tiles; on an error logs a warning and serves the page without a map.
    private static func tiles(_ map: MapSource) -> (any TileArchive)? {
        guard let file = map.mbtiles else { return nil }
        do throws(TileError) {
            return try TileArchives.open(file)
        } catch {
            Log.write(.warning, "the live page has no map: \(error)")
            return nil
        }
    }
}
