import Basics
import HTTPServer
import History
import Queries
import Web

/// The trips and stays of a day.
struct JourneyRoutes {
    let history: HistoryAccess
    let workers: WorkerPool
    let names: NameSource

    /// The routes.
    var all: [Route] {
        [Route("/v1/journeys", for: .readers, readsQuery: true, [.get: journeys])]
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
        return try workers.response(type: "application/json") { output in
            let (result, _) = try JourneyQuery(open()).run(day, device: device, clock: clock)
            try output.write(result.json(names.names()))
        }
    }
}
