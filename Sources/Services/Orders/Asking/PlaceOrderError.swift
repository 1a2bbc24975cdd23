/// Why something is no order; it has nothing of what was read in it, which the journal need not show.
public enum PlaceOrderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has more bytes than an order can have.
    case tooLong
    /// It is not UTF-8.
    case notText
    /// It does not begin as an order does, or it is cut off.
    case notAnOrder
    /// It has more lines than an order may have.
    case tooMany
    /// A line, counted from 1, is not the name of a place.
    case notAName(line: Int)

    /// One line: what is wrong.
    public var description: String {
        switch self {
        case .tooLong: "longer than \(PlaceOrder.maxBytes) bytes"
        case .notText: "not UTF-8"
        case .notAnOrder: "does not begin or end as an order does"
        case .tooMany: "more than \(PlaceOrder.maxPlaces) places"
        case .notAName(let line): "line \(line): not the name of a place"
        }
    }
}
