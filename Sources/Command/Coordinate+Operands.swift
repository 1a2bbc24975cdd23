import Configuration
import Location

extension Coordinate {
    /// Reads a position as people write it: latitude and longitude in degrees, a comma or blanks between; nil for
    /// anything else.
    init?(written text: String) {
        let parts = text.split { $0 == "," || $0 == " " }
        let numbers = parts.compactMap { Double($0) }
        guard parts.count == 2, numbers.count == 2 else { return nil }
        self.init(latitude: numbers[0], longitude: numbers[1])
    }

    /// Reads a position that may come as two words.
    ///
    /// - Throws: `UsageError` where it is none.
    init(operands: [String]) throws(UsageError) {
        let text = operands.joined(separator: " ")
        guard let place = Coordinate(written: text) else {
            throw UsageError(
                "\(String(text.prefix(80)).debugDescription) is no position, understood is -37.81,144.96 in degrees")
        }
        self = place
    }
}
