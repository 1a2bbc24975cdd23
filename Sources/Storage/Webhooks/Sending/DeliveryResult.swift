/// What an answer of a receiver means for what was sent.
public enum DeliveryResult: Hashable, Sendable {
    /// The receiver has it.
    case accepted
    /// The receiver does not want it, now or later.
    case rejected
    /// It is to be tried again.
    case retry

    /// Reads a status of HTTP (RFC 9110, section 15).
    ///
    /// A redirection is none of the receiver's own words where somebody on the way answers in its place, as before one
    /// has signed in to a network: it is not followed, and not believed for good.
    public init(status: Int) {
        switch status {
        case 200...299: self = .accepted
        // Too slow, too early, too many (RFC 6585, RFC 8470): the receiver says that it is for now.
        // And 407 is a proxy's word, not the receiver's.
        case 407, 408, 425, 429: self = .retry
        case 400...499: self = .rejected
        default: self = .retry
        }
    }
}
