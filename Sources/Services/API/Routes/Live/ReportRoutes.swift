import Basics
import HTTPServer
import Location

/// The newest report, once or as events, and the health derived from it.
struct ReportRoutes {
    let machine: DaemonAccess
    let entrance: Authorizer

    /// The routes.
    var all: [Route] {
        [
            Route("/v1/report", for: .readers, [.get: report]),
            Route("/v1/events", for: .readers, [.get: events]),
            Route("/v1/health", for: .monitors, [.get: health]),
        ]
    }

    private var report: Route.Handler {
        { [machine] call in
            let (bytes, tag) = machine.feed.json(at: call.moment.uptime)
            _ = try call.queryParameters()
            return tag.matches(call.request.header("If-None-Match")) ? .notModified(tag) : .json(bytes, tag)
        }
    }

    private var events: Route.Handler {
        { [machine, entrance] call in
            _ = try call.queryParameters()
            let stream = machine.feed.channel.stream(
                after: call.request.header("Last-Event-ID"), authorization: StreamAuthorization(authorizer: entrance, request: call.request, audience: .readers))
            return .events(stream)
        }
    }

    private var health: Route.Handler {
        { [machine] call in
            _ = try call.queryParameters()
            let report = machine.feed.report(at: call.moment.uptime)
            guard report.state != .live else { return .json(Array("{\"state\":\"live\"}\n".utf8)) }
            let reason = report.detail.map { ": \($0)" } ?? ""
            throw Problem(.serviceUnavailable, code: report.state.rawValue, detail: "\(report.state.rawValue)\(reason)")
        }
    }
}
