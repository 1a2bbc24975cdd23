import Access
import Coastline
import Linux
import Location
import Pages
import Systemd
import Web

/// All routes and their dependencies.
struct RouteTable {
    /// The routes of the server.
    let routes: [Route]
    /// The routes of shares.
    let shares: ShareRouter

    init(daemon: DaemonAccess, authorizer: Authorizer, configuration: ServerConfiguration, run: String, log: RequestLog)
    {
        let access = authorizer.access
        let workers = WorkerPool(log: log)
        // Place events are on the disk at once, and strangers must not make the daemon write.
        let committed = HistoryAccess(path: daemon.historyFile, log: log)
        let history = HistoryAccess(
            path: daemon.historyFile, log: log,
            flush: HistoryFlush(delay: daemon.historyDelay, flush: daemon.flushHistory))
        let gazetteer = GazetteerAccess(
            path: daemon.gazetteerFile, defaultRadius: daemon.defaultNearestRadius, log: log)
        let tracks = TrackRoutes(history: history, workers: workers, zones: configuration.zones)
        let assets = AssetLibrary(configuration.templates)
        let map = MapRoutes(
            daemon: daemon, map: configuration.map, tiles: Self.tiles(configuration.map),
            land: Self.land(configuration.landFiles))
        let files = AssetRoutes<RequestContext>(assets: assets, libraries: configuration.libraries)
        let view = ShareView(
            feed: daemon.feed, zones: configuration.zones, historyFile: daemon.historyFile,
            staleAfter: daemon.staleAfter)
        shares = ShareRouter(
            access: access, feeds: ShareFeeds(run: run, view: view), view: view,
            tracks: TrackRoutes(history: committed, workers: workers, zones: configuration.zones), map: map,
            assets: assets, draw: daemon.renderStaticPage, common: Router(files.all + [map.tileRoute, map.landRoute]))
        let names = NameSource(gazetteerFile: daemon.gazetteerFile) { [places = daemon.places] in
            places?.entries.map(\.place) ?? []
        }
        let groups: [[Route]] = [
            PageRoutes(daemon: daemon, assets: assets).all, files.all, map.all, tracks.all,
            SummaryRoutes(history: history, workers: workers, names: names, staleAfter: daemon.staleAfter) {
                daemon.feed.report(at: $0)
            }.all,
            SeriesRoutes(history: history, workers: workers).all,
            JourneyRoutes(history: history, workers: workers, names: names).all,
            PlaceEventRoutes(history: committed, workers: workers).all,
            GazetteerRoutes(gazetteer: gazetteer, daemon: daemon, workers: workers).all,
            ReportRoutes(daemon: daemon, authorizer: authorizer).all, MonitoringRoutes(daemon: daemon).all,
            StatusRoutes(daemon: daemon, access: configuration.access, workers: workers).all,
            VerdictRoutes(daemon: daemon, workers: workers).all,
            SignInRoutes(access: access, configuration: configuration).all,
            TokenRoutes(access: access).all,
            daemon.places.map { OwnPlaceRoutes(repository: $0, daemon: daemon).all } ?? [],
            daemon.anchor.map { AnchorRoutes(repository: $0, daemon: daemon).all } ?? [],
            ShareRoutes(access: access, configuration: configuration, hasHistory: daemon.historyFile != nil).all,
        ]
        routes = groups.flatMap { $0 }
    }

    /// Opens the first of these files of outlines that exists; on an error logs a warning, and goes on with the next.
    private static func land(_ files: [String]) -> LandFile? {
        for file in files {
            do throws(SystemError) {
                return try LandFile(file)
            } catch  where error.isNotFound {
                continue
            } catch {
                Log.write(.warning, "\(file) has no outlines of land: \(error)")
            }
        }
        return nil
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
