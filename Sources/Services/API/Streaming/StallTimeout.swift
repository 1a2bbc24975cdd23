import Basics
import Location

/// How long a reader who is slow is waited for: who takes a few bytes now and then would keep a thread and a view of the
/// history for ever.
struct StallTimeout {
    /// What a reader may take without having read anything, all waits together.
    static let credit: Duration = .seconds(60)
    /// The longest of one wait.
    static let maxWait: Duration = .seconds(30)
    /// Bytes a second that earn more time: a tenth of what a bad mobile connection has.
    static let minBytesPerSecond = 4096

    private var waited: Duration = .zero
    private var written = 0

    /// How long to wait now; nil where it has been long enough.
    var remaining: Duration? {
        let rest = Self.credit + .milliseconds(Int64(written) * 1000 / Int64(Self.minBytesPerSecond)) - waited
        return rest > .zero ? min(rest, Self.maxWait) : nil
    }

    /// So many bytes went on their way.
    mutating func record(bytes: Int) {
        written += bytes
    }

    /// So long was waited.
    mutating func record(wait: Duration) {
        waited += max(.zero, wait)
    }
}
