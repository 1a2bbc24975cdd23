public import History

extension Area {
    /// What is understood, for messages.
    public static let example = "south,west,north,east in degrees: -38,144.5,-37.5,145.5"

    /// Reads a box as it is written for programs; nil where it is none.
    public init?(_ text: String) {
        let edges = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.drop { $0 == " " })
        }
        guard edges.count == 4, let south = edges[0], let west = edges[1], let north = edges[2], let east = edges[3]
        else { return nil }
        self.init(south: south, west: west, north: north, east: east)
    }
}
