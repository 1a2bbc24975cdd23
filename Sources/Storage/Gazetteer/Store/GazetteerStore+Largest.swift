import Location
import SQLite

extension GazetteerStore {
    /// The number of the most populous places of each source that are looked at: a map of a continent needs fewer.
    private static let maxRank = 20_000
    /// The number of the places nearest to the centre that are looked at besides, for a map of a town.
    private static let maxNear = 500

    /// Returns the most populous places in an area, most populous first.
    ///
    /// Besides the most populous ones of the whole world, it finds those near the centre of the area.
    ///
    /// - Parameters:
    ///   - latitudes: the southern and northern edges in degrees.
    ///   - longitudes: the western and eastern edges in degrees; two ranges across the antimeridian.
    ///   - count: the maximum number of places.
    ///   - source: the name of the source; nil for all.
    /// - Returns: the places.
    /// - Throws: ``GazetteerError``.
    public func largest(
        latitudes: ClosedRange<Double>, longitudes: [ClosedRange<Double>], count: Int, source: String? = nil
    ) throws -> [GazetteerEntry] {
        var found = try read(source: source) { readers in
            try readers.flatMap {
                try $0.largest(latitudes, longitudes, count: count, maxRank: Self.maxRank)
            }
        }
        if found.count < count {
            let known = Set(found)
            found += try near(latitudes, longitudes, source: source).filter { !known.contains($0) }
        }
        found.sort { $0.population ?? 0 > $1.population ?? 0 }
        return Array(found.prefix(count))
    }

    private func near(
        _ latitudes: ClosedRange<Double>, _ longitudes: [ClosedRange<Double>], source: String?
    ) throws -> [GazetteerEntry] {
        guard let west = longitudes.first?.lowerBound, let east = longitudes.last?.upperBound else { return [] }
        let width = east >= west ? east - west : east + 360 - west
        let middle = west + width / 2
        let centre = Coordinate(
            clampingLatitude: (latitudes.lowerBound + latitudes.upperBound) / 2,
            longitude: middle > 180 ? middle - 360 : middle)
        return try nearest(to: centre, count: Self.maxNear, source: source).map(\.entry).filter { entry in
            latitudes.contains(entry.coordinate.latitude)
                && longitudes.contains { $0.contains(entry.coordinate.longitude) }
        }
    }
}

extension SourceReader {
    fileprivate func largest(
        _ latitudes: ClosedRange<Double>, _ longitudes: [ClosedRange<Double>], count: Int, maxRank: Int
    ) throws(SQLiteError) -> [GazetteerEntry] {
        let rows = try statement(
            """
            SELECT \(Self.columns) FROM \(tables.rank) AS r CROSS JOIN \(tables.entry) AS e ON e.id = r.id
            WHERE r.rank <= ?1 AND e.latitude BETWEEN ?2 AND ?3
            AND (e.longitude BETWEEN ?4 AND ?5 OR e.longitude BETWEEN ?6 AND ?7) ORDER BY r.rank LIMIT ?8
            """)
        defer { rows.reset() }
        guard let first = longitudes.first, let last = longitudes.last else { return [] }
        try rows.bind(
            Int64(maxRank), latitudes.lowerBound, latitudes.upperBound, first.lowerBound, first.upperBound,
            last.lowerBound, last.upperBound, Int64(count))
        var found: [GazetteerEntry] = []
        while try rows.step() {
            if let entry = entry(in: rows) { found.append(entry) }
        }
        return found
    }
}
