import History
import Location

extension Arguments {
    /// A moment by ISO 8601; nil where it is not given.
    ///
    /// - Throws: ``Problem`` where it is none.
    func time(_ name: String) throws(Problem) -> Timestamp? {
        try value(name, "a time such as 2026-01-31T10:30:00Z") { Timestamp(iso8601: $0) }
    }

    /// A number of metres above 0; nil where it is not given.
    ///
    /// - Throws: ``Problem`` where it is none.
    func metres(_ name: String) throws(Problem) -> Double? {
        try value(name, "a number of metres above 0") { text in
            Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        }
    }

    /// A box; nil where it is not given.
    ///
    /// - Throws: ``Problem`` where it is none.
    func area(_ name: String) throws(Problem) -> Area? {
        try value(name, "a box, south,west,north,east in degrees such as -38,144.5,-37.5,145.5") { text in
            let edges = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard edges.count == 4, let south = edges[0], let west = edges[1], let north = edges[2], let east = edges[3]
            else { return nil }
            return Area(south: south, west: west, north: north, east: east)
        }
    }
}
