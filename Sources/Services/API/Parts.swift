import Access
import Location
import Pages
import Systemd

/// All routes, wired up.
struct Parts {
    /// The routes that are ours.
    let routes: [Route]
    /// The way in for those who hold a share.
    let shares: ShareDoor

    init(machine: Machine, entrance: Guard, site: Site, run: String) {
        let keeper = entrance.keeper
        let work = Workshop()
        let history = HistoryAccess(path: machine.historyFile)
        let gazetteer = GazetteerAccess(path: machine.gazetteerFile, usualLimit: machine.nearestWithin)
        let tracks = TrackRoutes(history: history, work: work, zones: site.zones)
        let assets = AssetLibrary(site.templates)
        let map = MapRoutes(machine: machine, map: site.map, tiles: Self.tiles(site.map))
        let files = AssetRoutes(assets: assets, libraries: site.libraries)
        let look = ShareLook(
            feed: machine.feed, zones: site.zones, past: PastPoints(historyFile: machine.historyFile),
            staleAfter: machine.staleAfter)
        shares = ShareDoor(
            keeper: keeper, feeds: ShareFeeds(run: run, look: look), look: look, tracks: tracks, map: map,
            assets: assets, draw: machine.draw, common: Router(files.all + [map.tileRoute]))
        routes =
            PageRoutes(machine: machine, assets: assets).all + files.all + map.all + tracks.all
            + SummaryRoutes(history: history, work: work).all + OccurrenceRoutes(history: history, work: work).all
            + GazetteerRoutes(gazetteer: gazetteer, machine: machine, work: work).all
            + ReportRoutes(machine: machine, entrance: entrance).all + MonitoringRoutes(machine: machine).all
            + StatusRoutes(machine: machine, access: site.access, work: work).all
            + VerdictRoutes(machine: machine, work: work).all + SignInRoutes(keeper: keeper, site: site).all
            + TokenRoutes(keeper: keeper).all
            + (machine.places.map { OwnPlaceRoutes(keeper: $0, machine: machine).all } ?? [])
            + (machine.anchor.map { AnchorRoutes(keeper: $0, machine: machine).all } ?? [])
            + ShareRoutes(keeper: keeper, site: site, hasHistory: machine.historyFile != nil).all
    }

    /// The file of tiles; what is wrong with it is said, and the map is drawn without.
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
