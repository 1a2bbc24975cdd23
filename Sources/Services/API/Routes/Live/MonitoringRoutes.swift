import Basics
import HTTPServer
import Location
import Web

/// The metrics for monitoring.
struct MonitoringRoutes {
    let daemon: DaemonAccess

    /// The routes.
    var all: [Route] { [Route("/metrics", for: .monitors, [.get: metrics])] }

    private func metrics(_ context: RequestContext) throws -> HTTPResponse {
        let metrics = Metrics(
            report: daemon.feed.report(at: context.moment.uptime), counts: daemon.counts(),
            viewers: daemon.feed.channel.subscriberCount, memory: daemon.memory(), version: daemon.version)
        return .metrics(metrics.text)
    }
}
