import Access
import History

extension PointQuery {
    /// Only the stretch of time that is seen, so that how long it takes does not tell what else is there.
    func narrowed(to view: PublicView?) -> PointQuery {
        var query = self
        if let earliest = view?.earliest { query.from = max(earliest, from ?? earliest) }
        if let latest = view?.latest { query.to = min(latest, to ?? latest) }
        return query
    }
}
