import Basics
import HTTPServer
import Location
import Web

/// The metrics for monitoring.
struct MonitoringRoutes {
    let daemon: DaemonAccess

    /// The routes.
    var all: [Route] { [Route("/metrics", for: .monitors, [.get: metrics])] }

    private var metrics: Route.Handler {
        { [daemon] context in
            _ = try context.queryParameters()
            let metrics = Metrics(
                report: daemon.feed.report(at: context.moment.uptime), counts: daemon.counts(),
                viewers: daemon.feed.channel.subscriberCount, memory: daemon.memory(), version: daemon.version)
            let headers = [HTTPField("Content-Type", MetricsText.mediaType), HTTPField("Cache-Control", "no-store")]
            return HTTPResponse(headers: headers, body: .bytes(Array(metrics.text.utf8)))
        }
    }
}
