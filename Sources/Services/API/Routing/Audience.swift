/// Who an answer is for.
enum Audience: Hashable, Sendable {
    /// Whoever asks: there is nothing in it about this machine's place.
    case anyone
    /// The owner, and programs with a token to read.
    case readers
    /// The owner, and programs with a token for metrics or to read.
    case monitors
    /// The owner: a signed-in browser or the machine's own.
    case owner
    /// The machine's own, who come by the Unix socket.
    case local
}
