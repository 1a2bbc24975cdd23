/// Follows the quotation marks of CSV, which open at the beginning of a field alone (RFC 4180).
///
/// Blanks before a mark do not count, for a field is read without them.
struct QuoteTracker {
    private enum Place {
        case fieldStart, plain, quoted
        /// Behind a mark that closes the field, or is the first of two that stand for one.
        case mark
    }

    private var place = Place.fieldStart

    /// Whether separators and ends of lines are text.
    var isOpen: Bool { place == .quoted }

    /// Takes the next byte; whether it is text right behind a closed field, where none may be.
    @discardableResult
    mutating func consume(_ byte: UInt8, separator: UInt8) -> Bool {
        let isMark = byte == UInt8(ascii: "\"")
        switch place {
        case .quoted:
            if isMark { place = .mark }
        case .fieldStart where isMark, .mark where isMark:
            place = .quoted
        case _ where byte == separator || byte == 0x0A:
            place = .fieldStart
        case let before where byte > 0x20:
            place = .plain
            return before == .mark
        default: break
        }
        return false
    }
}
