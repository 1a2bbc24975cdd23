import FleetStore
import HTTPServer
import Web

/// All routes and their dependencies.
struct FleetRouteTable {
    /// The routes of members, programs and visitors.
    let router: FleetRouter
    /// The routes of shares.
    let shares: FleetShareRouter

    init(
        _ configuration: FleetServerConfiguration, services: FleetServices, metrics: @escaping @Sendable () -> String
    ) {
        let pages = services.pages
        let files = AssetRoutes<FleetContext>(
            assets: configuration.assets, libraries: configuration.libraries, folders: ["live", "fleet"])
        let groups: [[FleetRoute]] = [
            pages.all, files.all, FleetDeviceRoutes(feed: services.feed, pages: pages).all,
            FleetEventRoutes().all,
            FleetHistoryRoutes(workers: services.workers, connect: services.connect).all,
            FleetMemberRoutes().all, FleetTokenRoutes().all, FleetShareRoutes(address: configuration.address).all,
            FleetSignInRoutes(authorizer: services.authorizer).all,
            FleetMonitoringRoutes(
                feeds: [services.feed, services.delayedFeed], health: services.health, metrics: metrics,
                version: configuration.version
            ).all,
        ]
        router = FleetRouter(groups.flatMap { $0 })
        shares = FleetShareRouter(services: services, common: FleetRouter(files.all))
    }
}

/// What the routes share.
struct FleetServices: Sendable {
    let authorizer: FleetAuthorizer
    let feed: FleetFeed
    /// The streams of links with a delay, whose positions take long to read: the others do not wait for them.
    let delayedFeed: FleetFeed
    let pages: FleetPageRoutes
    let workers: WorkerPool
    /// Opens the connection of a long response.
    let connect: DatabaseConnector
    let health: DatabaseHealth
}
