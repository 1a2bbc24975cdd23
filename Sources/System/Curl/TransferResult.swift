/// The result of a request.
public enum TransferResult: Hashable, Sendable {
    /// The receiver responded with a status of 200 or above, even if the rest of its response failed; `retryAfter` is
    /// the requested delay in seconds, nil if there is none.
    case responded(status: Int, retryAfter: Int64?)
    /// There was no response; the library's text names neither path nor query, and is the same for the same cause.
    case failed(String)
}
