import Basics
import HTTPServer
import Location
import Web

/// The newest report, once or as events, and the health and the metrics derived from it.
struct ReportRoutes {
    let daemon: DaemonAccess
    let authorizer: Authorizer

    var all: [Route] {
        [
            Route("/v1/report", for: .readers, [.get: report]),
            Route("/v1/events", for: .readers, [.get: events]),
            Route("/v1/health", for: .monitors, [.get: health]),
            Route("/metrics", for: .monitors, [.get: metrics]),
        ]
    }

    private func report(_ context: RequestContext) throws -> HTTPResponse {
        let (bytes, tag) = daemon.feed.json(at: context.moment.uptime)
        return tag.matches(context.request.header("If-None-Match")) ? .notModified(tag) : .json(bytes, tag)
    }

    private func events(_ context: RequestContext) throws -> HTTPResponse {
        let stream = daemon.feed.stream(
            after: context.request.header("Last-Event-ID"),
            authorization: StreamAuthorization(authorizer: authorizer, request: context.request, audience: .readers)
        )
        return .events(stream)
    }

    private func health(_ context: RequestContext) throws -> HTTPResponse {
        let report = daemon.feed.report(at: context.moment.uptime)
        guard report.state != .live else { return .json(Array("{\"state\":\"live\"}\n".utf8)) }
        let reason = report.detail.map { ": \($0)" } ?? ""
        throw Problem(.serviceUnavailable, code: report.state.rawValue, detail: "\(report.state.rawValue)\(reason)")
    }

    private func metrics(_ context: RequestContext) throws -> HTTPResponse {
        let metrics = Metrics(
            report: daemon.feed.report(at: context.moment.uptime), counts: daemon.counts(),
            viewers: daemon.feed.channel.subscriberCount, memory: daemon.memory(), version: daemon.version)
        return .metrics(metrics.text)
    }
}
