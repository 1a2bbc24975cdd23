public import Location
import SQLite

extension GazetteerStore {
    /// Returns the places nearest to a position, nearest first; of two at the same distance, the more populous first.
    ///
    /// - Parameters:
    ///   - position: the centre of the search.
    ///   - limit: the maximum distance in metres; nil for any.
    ///   - count: the maximum number of places.
    ///   - source: the name of the source; nil for all.
    /// - Returns: the places with exact distances on the ellipsoid.
    /// - Throws: ``GazetteerError``.
    public func nearest(
        to position: Coordinate, within limit: Double? = nil, count: Int, source: String? = nil
    ) throws -> [GazetteerHit] {
        var search = NearestSearch(from: position, within: limit ?? .infinity, count: count)
        guard count > 0 else { return [] }
        try read(source: source) { readers in
            for reader in readers { try search.search(reader) }
        }
        return search.hits
    }
}

/// The nearest places found so far, and the search radius that is left.
private struct NearestSearch {
    /// The error of a point in an R*Tree, in radii of the unit sphere.
    ///
    /// Its 24-bit numbers are off by a ten-millionth on three axes together, and so are those of the next point;
    /// doubled for safety.
    private static let slack = 4e-7

    private let position: Coordinate
    private let normal: SurfaceNormal
    private let limit: Double
    private let count: Int
    private(set) var hits: [GazetteerHit] = []

    init(from position: Coordinate, within limit: Double, count: Int) {
        self.position = position
        normal = SurfaceNormal(position)
        self.limit = limit
        self.count = count
    }

    /// Metres beyond which a place cannot enter the result.
    private var reach: Double { hits.count < count ? limit : min(limit, hits.last?.distance ?? limit) }

    /// Searches a source, and stops when every further place is too far regardless of its exact distance.
    mutating func search(_ reader: SourceReader) throws {
        let rows = try bound(reader)
        defer { rows.reset() }
        while try rows.step() {
            guard let place = reader.coordinate(in: rows) else { continue }
            let least = SurfaceNormal.minDistance(chord: chord(to: place) - Self.slack)
            if least > reach { return }
            insert(place, row: rows, reader: reader)
        }
    }

    private func bound(_ reader: SourceReader) throws -> Statement {
        let tables = reader.tables
        let rows = try reader.statement(
            """
            SELECT \(SourceReader.columns) FROM \(tables.near) AS n CROSS JOIN \(tables.entry) AS e ON e.id = n.id
            WHERE n.id MATCH nearest(?, ?, ?, ?)
            """)
        try rows.bind(normal.x, normal.y, normal.z, SurfaceNormal.maxChord(distance: reach) + Self.slack)
        return rows
    }

    private mutating func insert(_ place: Coordinate, row: Statement, reader: SourceReader) {
        let (distance, bearing) = position.distanceAndBearing(to: place)
        guard distance <= reach, let entry = reader.entry(in: row) else { return }
        let hit = GazetteerHit(entry: entry, distance: distance, bearing: bearing)
        hits.insert(hit, at: hits.firstIndex { hit.precedes($0) } ?? hits.endIndex)
        if hits.count > count { hits.removeLast() }
    }

    private func chord(to place: Coordinate) -> Double {
        let other = SurfaceNormal(place)
        let step = (x: other.x - normal.x, y: other.y - normal.y, z: other.z - normal.z)
        return (step.x * step.x + step.y * step.y + step.z * step.z).squareRoot()
    }
}

extension GazetteerHit {
    fileprivate func precedes(_ other: GazetteerHit) -> Bool {
        guard distance == other.distance else { return distance < other.distance }
        return entry.population ?? 0 > other.entry.population ?? 0
    }
}
