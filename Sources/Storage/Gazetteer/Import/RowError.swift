/// Why a line of a table is no place.
public enum RowError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has no name.
    case noName
    /// Its latitude or longitude is missing.
    case noPosition
    /// Its latitude or longitude cannot be read, or is not on Earth.
    case badPosition(String)
    /// It has fewer columns than its format.
    case fewColumns(Int, wanted: Int)
    /// It is a line beyond all bounds.
    case tooLong
    /// A quotation mark opens in it that is not closed.
    case unclosedQuotationMark

    /// One line: what is wrong, with the offending value.
    public var description: String {
        switch self {
        case .noName: "no name"
        case .noPosition: "no position"
        case .badPosition(let text):
            "\(String(text.prefix(40)).debugDescription) is no latitude and longitude in degrees"
        case .fewColumns(let count, let wanted): "\(count) columns in place of \(wanted)"
        case .tooLong: "longer than 128 KB"
        case .unclosedQuotationMark: "a quotation mark is not closed"
        }
    }
}
