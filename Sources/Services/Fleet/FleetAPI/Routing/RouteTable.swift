import Web

/// All routes and their dependencies.
struct RouteTable {
    /// The routes of members, programs and visitors.
    let router: Router
    /// The routes of shares.
    let shares: ShareRouter

    init(
        _ configuration: ServerConfiguration, services: Services,
        metrics: @escaping @Sendable () -> [(name: String, value: Int, isCount: Bool)]
    ) {
        let pages = services.pages
        let files = AssetRoutes<RequestContext>(
            assets: configuration.assets, libraries: configuration.libraries, folders: ["live", "fleet"])
        let groups: [[Route]] = [
            pages.all, files.all, [pages.land.route(for: .viewers)],
            [TownRoutes<RequestContext>(pages.gazetteer, workers: services.workers).route(for: .viewers)],
            DeviceRoutes(feed: services.feed, pages: pages, json: services.json).all,
            HistoryRoutes(services: services).all,
            MemberRoutes().all, TokenRoutes().all, ShareRoutes(address: configuration.address).all,
            SignInRoutes(services.authorizer, assets: configuration.assets).all(visitors: .visitors, users: .viewers),
            MonitoringRoutes(
                feeds: [services.feed, services.delayedFeed], health: services.health, metrics: metrics,
                version: configuration.version
            ).all,
        ]
        router = Router(groups.flatMap { $0 })
        shares = ShareRouter(
            services: services, address: configuration.address,
            common: Router(files.all + [pages.land.route(for: .visitors)]))
    }
}

/// The services that the routes share.
struct Services: Sendable {
    let authorizer: Authorizer
    let feed: DeviceFeed
    /// The streams of links with a delay, whose positions take long to read: the others do not wait for them.
    let delayedFeed: DeviceFeed
    let pages: PageRoutes
    let json: DeviceJSON
    let workers: WorkerPool
    /// Opens the connection of a long response.
    let connect: DatabaseConnector
    let health: DatabaseHealth
}
