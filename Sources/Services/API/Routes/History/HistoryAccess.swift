import Queries
import Basics
import HTTPServer
import History
import Linux
import Location
import Pages
import Systemd

/// The history as the API asks it.
struct HistoryAccess: Sendable {
    /// Days and times of day are meant by this clock.
    let clock: LocalClock

    private let path: String?

    init(path: String?, clock: LocalClock = .system) {
        self.path = path
        self.clock = clock
    }

    /// What opens the history, which can be read; an empty one where nothing has been recorded yet.
    ///
    /// - Throws: ``Problem`` where nothing is to be recorded, or it cannot be read.
    var opener: @Sendable () throws -> any HistoryStore {
        get throws(Problem) {
            guard let path else {
                throw Problem(
                    .notFound, code: "no-history",
                    detail: "nothing is recorded here: enabled = yes in [history] of the configuration would")
            }
            do {
                _ = try SQLiteHistory(path: path, access: .readOnly)
            } catch let error as HistoryError where error.isNotFound {
                return { MemoryHistory() }
            } catch {
                Log.write(.warning, PrintableText.sanitized("the history was asked for: \(error)"))
                throw Problem(
                    .serviceUnavailable, code: "history-unreadable", detail: "the history cannot be read, the journal says why")
            }
            return { try SQLiteHistory(path: path, access: .readOnly) }
        }
    }

    /// From when to when, by `from` and `to`; without either, the last day.
    ///
    /// - Throws: ``Problem`` where that makes no sense.
    func period(_ arguments: QueryParameters, at moment: Moment) throws(Problem) -> Period {
        let from = try arguments.time("from", now: moment.wallClock, clock: clock)
        let to = try arguments.time("to", now: moment.wallClock, clock: clock)
        if let from, let to, from > to { throw .badRequest("from, \(from.iso8601), is after to, \(to.iso8601)") }
        let isOpen = from == nil && to == nil
        return Period(first: isOpen ? moment.wallClock + .seconds(-86_400) : from, last: to)
    }

    /// Which points are asked for by `from`, `to`, `device` and `within`; without a time, those of the last day.
    ///
    /// - Throws: ``Problem`` where that makes no sense.
    func query(_ arguments: QueryParameters, at moment: Moment) throws(Problem) -> PointQuery {
        let period = try period(arguments, at: moment)
        return PointQuery(
            from: period.first, to: period.last, device: arguments.text("device"), within: try arguments.area("within"))
    }
}
