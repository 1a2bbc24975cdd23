import SQLite
import Testing

struct NearestQueryTests {
    private let database: Connection

    /// Points along the x axis, enough for several nodes.
    init() throws {
        database = try Connection(":memory:", mode: .readWriteCreate)
        try database.addNearestQuery()
        try database.execute("CREATE VIRTUAL TABLE point USING rtree(id, x0, x1, y0, y1, z0, z1)")
        let insertion = try database.prepare("INSERT INTO point VALUES(?1, ?2, ?2, 0, 0, 0, 0)")
        for number in 0..<500 {
            try insertion.bind(Int64(number), at: 1)
            try insertion.bind(Double(number * 263 % 500), at: 2)
            try insertion.run()
        }
    }

    private func found(_ reach: Double) throws -> [Double] {
        let query = try database.prepare("SELECT x0 FROM point WHERE id MATCH nearest(?, 0, 0, ?)")
        try query.bind(100.2, at: 1)
        try query.bind(reach, at: 2)
        var found: [Double] = []
        while try query.step() { found.append(try #require(query.real(at: 0))) }
        return found
    }

    @Test("points come in the order of distance, up to the reach")
    func order() throws {
        #expect(try found(2.5) == [100, 101, 99, 102, 98])
        let all = try found(1000)
        #expect(all.count == 500 && all.map { abs($0 - 100.2) } == all.map { abs($0 - 100.2) }.sorted())
    }

    @Test("no point within the reach yields no row")
    func none() throws {
        #expect(try found(0.1) == [])
    }

    @Test("a query without a parameter fails")
    func misuse() throws {
        let query = try database.prepare("SELECT id FROM point WHERE id MATCH nearest(1, 2, 3)")
        #expect(throws: SQLiteError.self) { try query.step() }
    }
}
