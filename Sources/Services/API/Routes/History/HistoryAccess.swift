import Basics
import HTTPServer
import History
import Linux
import Web

/// The access of the API to the history.
struct HistoryAccess: Sendable {
    /// The clock for dates and times of day.
    let clock: LocalClock

    private let path: String?
    private let log: RequestLog
    /// Nil for readers that do not make the daemon write.
    private let flush: HistoryFlush?

    init(path: String?, clock: LocalClock = .system, log: RequestLog = RequestLog(), flush: HistoryFlush? = nil) {
        self.log = log
        self.path = path
        self.clock = clock
        self.flush = flush
    }

    /// True if positions are recorded.
    var isEnabled: Bool { path != nil }

    /// Prepares to open the history, which was found readable.
    ///
    /// The function has pending fixes written first if the request is due for it, and waits for the disk.
    ///
    /// - Parameters:
    ///   - last: the end of the requested period; nil for the present.
    ///   - context: the request.
    /// - Returns: a function that opens it; an empty history before the first recording.
    /// - Throws: ``Problem`` if recording is disabled or the file is unreadable.
    func opener(
        to last: Timestamp?, for context: RequestContext
    ) throws(Problem) -> @Sendable () throws -> any HistoryReader {
        guard let path else {
            throw Problem(
                .notFound, code: "no-history",
                detail: "recording is disabled; fix: enabled = yes in [history]")
        }
        do {
            _ = try SQLiteHistory(path: path, access: .readOnly)
        } catch let error as HistoryError where error.isNotFound {
            return { EmptyHistory() }
        } catch {
            log.report("history request failed: \(error)")
            throw Problem(
                .serviceUnavailable, code: "history-unreadable",
                detail: "the history is unreadable; see the journal")
        }
        let flush = flush.flatMap { $0.accept(to: last, for: context.request.origin, at: context.moment) ? $0 : nil }
        return {
            flush?.write()
            return try SQLiteHistory(path: path, access: .readOnly)
        }
    }
}
