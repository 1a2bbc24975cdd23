import Queries
import Basics
import HTTPServer
import History
import Location

/// What the history says in figures: where it was then, what a time comes to, which days there are.
struct SummaryRoutes {
    /// As many days as are told where nobody says how many: a year.
    private static let usualDays = 366
    private static let type = "application/json"

    let history: HistoryAccess
    let work: Workshop

    /// The routes.
    var all: [Route] {
        [
            Route("/v1/at", for: .readers, [.get: at]), Route("/v1/stats", for: .readers, [.get: stats]),
            Route("/v1/days", for: .readers, [.get: days]),
        ]
    }

    private var at: Route.Endpoint {
        { [history, work] call in
            let arguments = try call.arguments("time", "device")
            let now = call.moment.wallClock
            guard let moment = try arguments.time("time", now: now, clock: history.clock) else {
                throw Problem.badRequest("time is missing; understood are: \(TimePhrase.examples)")
            }
            let (open, device) = (try history.opener, arguments.text("device"))
            return try work.answer(Self.type) { output in
                let history = try open()
                let (whereabouts, _) = try WhereaboutsSearch(history: history, moment: moment).find(device: device)
                try output.write(WhereaboutsAnswer(moment: moment, whereabouts: whereabouts).json)
            }
        }
    }

    private var stats: Route.Endpoint {
        { [history, work] call in
            let arguments = try call.arguments("from", "to", "device")
            let period = try history.period(arguments, at: call.moment)
            let (open, device) = (try history.opener, arguments.text("device"))
            return try work.answer(Self.type) { output in
                let history = try open()
                let (answer, _) = try StatisticsSearch(history).find(period, device: device)
                try output.write(answer.json)
            }
        }
    }

    private var days: Route.Endpoint {
        { [history, work] call in
            let arguments = try call.arguments("from", "to")
            var period = try history.period(arguments, at: call.moment)
            if arguments.text("from") == nil {
                let now = arguments.text("to") == nil ? call.moment.wallClock : period.last ?? call.moment.wallClock
                let usual = Period(lastDays: Self.usualDays, now: now, clock: history.clock)
                period = Period(first: usual.first, last: period.last)
            }
            let (open, clock) = (try history.opener, history.clock)
            return try work.answer(Self.type) { [period] output in
                let history = try open()
                try output.write(try DaysAnswer(history, period, clock: clock).json)
            }
        }
    }
}
