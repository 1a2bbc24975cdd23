public import Location

extension Coordinate {
    /// What is understood, for messages.
    public static let example = "-37.81,144.96 in degrees"

    /// Reads a position as it is written for programs, latitude and longitude with a comma or blanks between; nil where
    /// it is none.
    public init?(_ text: some StringProtocol) {
        let words = text.split { $0 == "," || $0 == " " }
        let numbers = words.compactMap { Double($0) }
        guard words.count == 2, numbers.count == 2 else { return nil }
        self.init(latitude: numbers[0], longitude: numbers[1])
    }
}
