import Queries
import Configuration
import Location

extension Coordinate {
    /// Reads a position that may come as two words.
    ///
    /// - Throws: `UsageError` where it is none.
    init(operands: [String]) throws(UsageError) {
        let text = operands.joined(separator: " ")
        guard let place = Coordinate(text) else {
            throw UsageError(
                "\(String(text.prefix(80)).debugDescription) is no position, understood is \(Coordinate.example)")
        }
        self = place
    }
}
