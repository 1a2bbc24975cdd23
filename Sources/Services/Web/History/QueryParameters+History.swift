package import Basics
package import History
package import Linux
package import Queries

extension QueryParameters {
    /// Returns the clock of the time zone `zone`, whose days, dates and times of day the request means.
    ///
    /// - Parameter clock: that of the machine, for a request without it.
    /// - Returns: the clock.
    /// - Throws: ``Problem`` for a zone that this machine does not know.
    package func clock(else clock: LocalClock) throws(Problem) -> LocalClock {
        let expected = "a time zone that this machine knows, such as Australia/Melbourne; fix: install or update tzdata"
        return try value("zone", expected: expected, parse: TimeZoneDatabase.system.clock) ?? clock
    }

    /// Returns the period of `from` and `to`; the last day without either.
    ///
    /// - Throws: ``Problem`` for an invalid period.
    package func period(at now: Timestamp, clock: LocalClock) throws(Problem) -> Period {
        let from = try time("from", now: now, clock: clock)
        let to = try time("to", now: now, clock: clock)
        if let from, let to, from > to { throw .badRequest("from, \(from.iso8601), is after to, \(to.iso8601)") }
        let isOpen = from == nil && to == nil
        return Period(first: isOpen ? now + .seconds(-86_400) : from, last: to)
    }

    /// Returns the period of `from` and `to` for a list of days; a year of days without a beginning.
    ///
    /// - Throws: ``Problem`` for an invalid period.
    package func periodOfDays(at now: Timestamp, clock: LocalClock) throws(Problem) -> Period {
        let period = try period(at: now, clock: clock)
        guard text("from") == nil else { return period }
        let end = text("to") == nil ? now : period.last ?? now
        return Period(first: Period(lastDays: Self.defaultDays, now: end, clock: clock).first, last: period.last)
    }

    /// The default number of days, a year.
    private static var defaultDays: Int { 366 }

    /// Returns the query of `from`, `to`, `device` and `within`; the last day without a time.
    ///
    /// - Throws: ``Problem`` for an invalid query.
    package func pointQuery(at now: Timestamp, clock: LocalClock) throws(Problem) -> PointQuery {
        let period = try period(at: now, clock: clock)
        return PointQuery(from: period.first, to: period.last, device: text("device"), within: try area("within"))
    }
}
