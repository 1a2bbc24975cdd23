public import History
public import Location

extension Coordinate {
    /// The accepted syntax, for messages.
    public static let example = "-37.81,144.96 in degrees"

    /// Parses a position, latitude and longitude separated by a comma or blanks; nil for invalid text.
    public init?(_ text: some StringProtocol) {
        let words = text.split { $0 == "," || $0 == " " }
        let numbers = words.compactMap { Double($0) }
        guard words.count == 2, numbers.count == 2 else { return nil }
        self.init(latitude: numbers[0], longitude: numbers[1])
    }
}

extension Area {
    /// The accepted syntax, for messages.
    public static let example = "south,west,north,east in degrees: -38,144.5,-37.5,145.5"

    /// Parses a box; nil for invalid text.
    public init?(_ text: String) {
        let edges = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.drop { $0 == " " })
        }
        guard edges.count == 4, let south = edges[0], let west = edges[1], let north = edges[2], let east = edges[3]
        else { return nil }
        self.init(south: south, west: west, north: north, east: east)
    }
}
