import HTTPServer
import History
import Linux
import Location

/// The history as the API asks it.
struct HistoryAccess: Sendable {
    private let path: String?

    init(path: String?) {
        self.path = path
    }

    /// The history's file.
    ///
    /// - Throws: ``Problem`` where nothing is recorded.
    var file: String {
        get throws(Problem) {
            guard let path else {
                throw Problem(
                    .notFound, "no-history",
                    "nothing is recorded here: enabled = yes in [history] of the configuration would")
            }
            return path
        }
    }

    /// Which points are asked for by `from`, `to`, `device` and `within`; without a time, those of the last day.
    ///
    /// - Throws: ``Problem`` where that makes no sense.
    func query(_ arguments: Arguments, at moment: Moment) throws(Problem) -> PointQuery {
        let (from, to) = (try arguments.time("from"), try arguments.time("to"))
        if let from, let to, from > to { throw .badRequest("from, \(from.iso8601), is after to, \(to.iso8601)") }
        return PointQuery(
            from: from == nil && to == nil ? moment.wallClock + .seconds(-86_400) : from, to: to,
            device: arguments.text("device"), within: try arguments.area("within"))
    }
}
