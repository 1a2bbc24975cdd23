import Basics
import HTTPServer
import History
import Location
import Queries
import Web

/// Figures from the history: the position at a time, the statistics and the course of a period, the recorded days, and
/// the trips and stays of one.
struct SummaryRoutes {
    private static let type = "application/json"
    private static let defaultRows = 1000

    let history: HistoryAccess
    let workers: WorkerPool
    let names: NameSource
    /// The maximum age of a current position.
    let staleAfter: Duration
    let report: @Sendable (Duration) -> Report?
    /// One list of days is made at a time, so that unfinished summaries leave threads to others.
    let turns = ConcurrencyLimiter(1)

    var all: [Route] {
        [
            Route("/v1/at", for: .readers, readsQuery: true, [.get: at]),
            Route("/v1/stats", for: .readers, readsQuery: true, [.get: stats]),
            Route("/v1/days", for: .readers, readsQuery: true, [.get: days]),
            Route("/v1/journeys", for: .readers, readsQuery: true, [.get: journeys]),
            Route("/v1/series", for: .readers, readsQuery: true, [.get: series]),
            Route("/v1/history/flush", for: .local, [.post: flush]),
        ]
    }

    /// For `whereismy`, which reads the file itself.
    private func flush(_ context: RequestContext) throws -> HTTPResponse {
        let open = try history.opener(to: nil, for: context)
        return try workers.response(for: context, type: Self.type) { output in
            _ = try open()
            try output.write(Array("{}\n".utf8))
        }
    }

    private func at(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("time", "device")
        let now = context.moment.wallClock
        let newest = report(context.moment.uptime).flatMap { NewestPosition($0, now: now, staleAfter: staleAfter) }
        guard let moment = try parameters.time("time", now: now, clock: history.clock) else {
            throw Problem.badRequest("time is missing; expected \(TimePhrase.examples)")
        }
        let device = parameters.text("device")
        let isEnough = newest.map {
            $0.isCurrent(at: moment, device: device)
                || !history.isEnabled && $0.isLast(before: moment, device: device)
        }
        let open: @Sendable () throws -> any HistoryReader =
            isEnough ?? false
            ? { @Sendable in EmptyHistory() } : try history.opener(to: moment, for: context)
        return try workers.response(for: context, type: Self.type) { output in
            let history = try open()
            let (position, _) = try PositionQuery(history: history, moment: moment).run(
                device: device, newest: newest)
            try output.write(PositionResult(moment: moment, position: position).json(names.names()))
        }
    }

    private func stats(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("from", "to", "device", "zone")
        let clock = try parameters.clock(else: history.clock)
        let period = try parameters.period(at: context.moment.wallClock, clock: clock)
        let open = try history.opener(to: period.last, for: context)
        let device = parameters.text("device")
        return try workers.response(for: context, type: Self.type) { output in
            let history = try open()
            let (statistics, _) = try StatisticsQuery(history).run(period, device: device, clock: clock)
            try output.write(statistics.json(names.names()))
        }
    }

    private func days(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("from", "to", "zone")
        let clock = try parameters.clock(else: history.clock)
        let period = try parameters.periodOfDays(at: context.moment.wallClock, clock: clock)
        let open = try history.opener(to: period.last, for: context)
        guard let turn = turns.acquire() else { throw Problem.busy }
        return try workers.response(for: context, type: Self.type) { output in
            defer { turn.release() }
            // An empty write fails once the client has left.
            let result = try DaysResult(open(), period, clock: clock) { try output.write([]) }
            try output.write(result.json)
        }
    }

    private func journeys(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("date", "device", "zone")
        let (now, clock) = (context.moment.wallClock, try parameters.clock(else: history.clock))
        let parse = { LocalDay($0, now: now, clock: clock) }
        let expected = "a day such as 2026-01-31, today or yesterday"
        let requested = try parameters.value("date", expected: expected, parse: parse)
        guard let day = requested ?? parse("today") else { throw Problem.badRequest("date is missing") }
        let open = try history.opener(to: day.span(clock).last, for: context)
        let device = parameters.text("device")
        return try workers.response(for: context, type: Self.type) { output in
            let (result, _) = try JourneyQuery(open()).run(day, device: device, clock: clock)
            try output.write(result.json(names.names()))
        }
    }

    private func series(_ context: RequestContext) throws -> HTTPResponse {
        let parameters = try context.queryParameters("from", "to", "points", "device", "zone")
        let clock = try parameters.clock(else: history.clock)
        let period = try parameters.period(at: context.moment.wallClock, clock: clock)
        let rows = try parameters.number("points", in: SeriesQuery.range)
        let open = try history.opener(to: period.last, for: context)
        let device = parameters.text("device")
        return try workers.response(for: context, type: Self.type) { output in
            // An empty write fails once the client has left.
            let (series, _) = try SeriesQuery(open()).run(
                period, rows: rows ?? Self.defaultRows, device: device
            ) { try output.write([]) }
            try output.write(series.json)
        }
    }
}
