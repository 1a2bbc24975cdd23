import Access
import Location
import Pages
import Systemd

/// All routes and their dependencies.
struct RouteTable {
    /// The routes of the server.
    let routes: [Route]
    /// The routes of shares.
    let shares: ShareRouter

    init(daemon: DaemonAccess, authorizer: Authorizer, configuration: ServerConfiguration, run: String) {
        let keeper = authorizer.access
        let work = WorkerPool()
        let history = HistoryAccess(path: daemon.historyFile)
        let gazetteer = GazetteerAccess(path: daemon.gazetteerFile, defaultRadius: daemon.defaultNearestRadius)
        let tracks = TrackRoutes(history: history, work: work, zones: configuration.zones)
        let assets = AssetLibrary(configuration.templates)
        let map = MapRoutes(machine: daemon, map: configuration.map, tiles: Self.tiles(configuration.map))
        let files = AssetRoutes(assets: assets, libraries: configuration.libraries)
        let look = ShareView(
            feed: daemon.feed, zones: configuration.zones, past: DelayedPoints(historyFile: daemon.historyFile),
            staleAfter: daemon.staleAfter)
        shares = ShareRouter(
            keeper: keeper, feeds: ShareFeeds(run: run, view: look), look: look, tracks: tracks, map: map,
            assets: assets, draw: daemon.renderStaticPage, common: Router(files.all + [map.tileRoute]))
        routes =
            PageRoutes(machine: daemon, assets: assets).all + files.all + map.all + tracks.all
            + SummaryRoutes(history: history, work: work).all + PlaceEventRoutes(history: history, work: work).all
            + GazetteerRoutes(gazetteer: gazetteer, machine: daemon, work: work).all
            + ReportRoutes(machine: daemon, entrance: authorizer).all + MonitoringRoutes(machine: daemon).all
            + StatusRoutes(machine: daemon, access: configuration.access, work: work).all
            + VerdictRoutes(machine: daemon, work: work).all + SignInRoutes(keeper: keeper, site: configuration).all
            + TokenRoutes(keeper: keeper).all
            + (daemon.places.map { OwnPlaceRoutes(keeper: $0, machine: daemon).all } ?? [])
            + (daemon.anchor.map { AnchorRoutes(keeper: $0, machine: daemon).all } ?? [])
            + ShareRoutes(keeper: keeper, site: configuration, hasHistory: daemon.historyFile != nil).all
    }

    /// Opens the file of tiles; on an error logs a warning and serves the page without a map.
    private static func tiles(_ map: MapSource) -> MBTiles? {
        guard let file = map.mbtiles else { return nil }
        do throws(TileError) {
            return try MBTiles(file)
        } catch {
            Log.write(.warning, "the live page has no map: \(error)")
            return nil
        }
    }
}
