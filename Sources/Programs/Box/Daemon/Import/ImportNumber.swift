import Basics
import History
import Synchronization

/// The number of an import, which the history assigns with its first point, for all its sources.
final class ImportNumber: Sendable {
    private struct State {
        var id: Int64?
        /// The source recorded last, so that an archive with many tracks is one.
        var source: String?
    }

    private let state = Mutex(State())

    /// Records that points of a source follow; called by one thread after another.
    ///
    /// - Throws: ``HistoryError``.
    func record(_ source: String, format: String, in history: SQLiteHistory, at moment: Timestamp) throws -> Int64 {
        try state.withLock { state in
            let isNew = source != state.source
            let id = try history.recordImport(state.id, source: isNew ? source : nil, format: format, at: moment)
            state = State(id: id, source: source)
            return id
        }
    }
}
