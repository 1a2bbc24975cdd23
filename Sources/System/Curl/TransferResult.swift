/// What became of a request.
public enum TransferResult: Hashable, Sendable {
    /// The receiver answered with a status from 200 on, whatever became of the rest of its answer; `retryAfter` is the
    /// seconds that it wants to be left alone, nil where it says nothing.
    case responded(status: Int, retryAfter: Int64?)
    /// There was no answer, in the library's words: they tell neither path nor query, and are the same the next time.
    case failed(String)
}
