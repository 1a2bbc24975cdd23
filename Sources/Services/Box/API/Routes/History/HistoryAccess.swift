import Basics
import HTTPServer
import History
import Linux
import Web

struct HistoryAccess: Sendable {
    let path: String?
    var clock: LocalClock = .system
    var log = RequestLog()
    /// Nil for readers that do not make the daemon write.
    var flush: HistoryFlush?

    var isEnabled: Bool { path != nil }

    /// Returns a function that opens the history, which was found readable; an empty one before the first recording.
    ///
    /// The function has pending fixes written first if the period up to `last` needs them, and waits for the disk.
    ///
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
