import Queries
import Basics
import HTTPServer
import History
import Location

/// Figures from the history: the position at a time, the statistics of a period, the recorded days.
struct SummaryRoutes {
    /// The default number of days, a year.
    private static let defaultDays = 366
    private static let type = "application/json"

    let history: HistoryAccess
    let work: WorkerPool

    /// The routes.
    var all: [Route] {
        [
            Route("/v1/at", for: .readers, [.get: at]), Route("/v1/stats", for: .readers, [.get: stats]),
            Route("/v1/days", for: .readers, [.get: days]),
        ]
    }

    private var at: Route.Handler {
        { [history, work] call in
            let arguments = try call.queryParameters("time", "device")
            let now = call.moment.wallClock
            guard let moment = try arguments.time("time", now: now, clock: history.clock) else {
                throw Problem.badRequest("time is missing; understood are: \(TimePhrase.examples)")
            }
            let (open, device) = (try history.opener, arguments.text("device"))
            return try work.response(type: Self.type) { output in
                let history = try open()
                let (whereabouts, _) = try PositionQuery(history: history, moment: moment).run(device: device)
                try output.write(PositionResult(moment: moment, whereabouts: whereabouts).json)
            }
        }
    }

    private var stats: Route.Handler {
        { [history, work] call in
            let arguments = try call.queryParameters("from", "to", "device")
            let period = try history.period(arguments, at: call.moment)
            let (open, device) = (try history.opener, arguments.text("device"))
            return try work.response(type: Self.type) { output in
                let history = try open()
                let (answer, _) = try StatisticsQuery(history).run(period, device: device)
                try output.write(answer.json)
            }
        }
    }

    private var days: Route.Handler {
        { [history, work] call in
            let arguments = try call.queryParameters("from", "to")
            var period = try history.period(arguments, at: call.moment)
            if arguments.text("from") == nil {
                let now = arguments.text("to") == nil ? call.moment.wallClock : period.last ?? call.moment.wallClock
                let usual = Period(lastDays: Self.defaultDays, now: now, clock: history.clock)
                period = Period(first: usual.first, last: period.last)
            }
            let (open, clock) = (try history.opener, history.clock)
            return try work.response(type: Self.type) { [period] output in
                let history = try open()
                try output.write(try DaysResult(history, period, clock: clock).json)
            }
        }
    }
}
