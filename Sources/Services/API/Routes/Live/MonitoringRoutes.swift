import Basics
import HTTPServer
import Location

/// How it goes, for monitoring.
struct MonitoringRoutes {
    let machine: Machine

    /// The routes.
    var all: [Route] { [Route("/metrics", for: .monitors, [.get: metrics])] }

    private var metrics: Route.Endpoint {
        { [machine] call in
            _ = try call.arguments()
            let metrics = Metrics(
                report: machine.feed.report(at: call.moment.uptime), counts: machine.counts(),
                viewers: machine.feed.channel.viewers, memory: machine.memory(), version: machine.version)
            let headers = [HTTPField("Content-Type", MetricsText.mediaType), HTTPField("Cache-Control", "no-store")]
            return HTTPResponse(headers: headers, body: .bytes(Array(metrics.text.utf8)))
        }
    }
}
