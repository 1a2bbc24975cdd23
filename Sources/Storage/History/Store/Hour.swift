import Basics
import Location

/// An hour of UTC: what is sealed together.
struct Hour: Hashable, Comparable {
    private static let length: Int64 = 3_600_000

    /// Hours since 1970.
    let index: Int64

    /// The hour of that number.
    init(index: Int64) {
        self.index = index
    }

    /// The hour that a moment falls into.
    init(containing moment: Timestamp) {
        let (quotient, remainder) = moment.milliseconds.quotientAndRemainder(dividingBy: Self.length)
        index = remainder < 0 ? quotient - 1 : quotient
    }

    /// Its first moment.
    var start: Timestamp { Timestamp(milliseconds: index &* Self.length) }
    /// Its last millisecond.
    var last: Timestamp { Timestamp(milliseconds: index &* Self.length &+ (Self.length - 1)) }

    /// All of it.
    var span: TimeSpan { TimeSpan(first: start, last: last) }

    /// Orders by time.
    static func < (left: Hour, right: Hour) -> Bool { left.index < right.index }
}
