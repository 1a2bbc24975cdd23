import Basics
import HTTPServer
import Location

/// The metrics for monitoring.
struct MonitoringRoutes {
    let machine: DaemonAccess

    /// The routes.
    var all: [Route] { [Route("/metrics", for: .monitors, [.get: metrics])] }

    private var metrics: Route.Handler {
        { [machine] call in
            _ = try call.queryParameters()
            let metrics = Metrics(
                report: machine.feed.report(at: call.moment.uptime), counts: machine.counts(),
                viewers: machine.feed.channel.subscriberCount, memory: machine.memory(), version: machine.version)
            let headers = [HTTPField("Content-Type", MetricsText.mediaType), HTTPField("Cache-Control", "no-store")]
            return HTTPResponse(headers: headers, body: .bytes(Array(metrics.text.utf8)))
        }
    }
}
