import Basics
import Location
import TestSupport

@testable import Gazetteer

/// A gazetteer of one test, and methods to fill it.
struct ScratchGazetteer {
    let directory: ScratchDirectory
    let store: GazetteerStore

    var path: String { directory.file("places.db") }

    init() throws {
        directory = try ScratchDirectory()
        store = try GazetteerStore(path: directory.file("places.db"), access: .readWrite)
    }

    /// Imports a text in chunks of a given size.
    @discardableResult
    func add(
        _ name: String, _ text: String, kind: GazetteerFormat? = .csv, columns: ColumnMapping = ColumnMapping(),
        regions: RegionNames = RegionNames(), piece: Int = 1 << 16
    ) throws -> ImportSummary {
        let request = GazetteerImportRequest(
            name: name, file: "/\(name).txt", format: kind, columns: columns, regions: regions,
            at: Timestamp(milliseconds: 1_000))
        var rest = Array(text.utf8)[...]
        return try store.importSource(request) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
    }

    /// Imports places by coordinates, named by their numbers.
    func add(_ name: String, _ places: [Coordinate]) throws {
        let lines = places.enumerated().map { "\($0),\($1.latitude),\($1.longitude)\n" }
        try add(name, lines.joined(), columns: ColumnMapping("name=1,latitude=2,longitude=3"))
    }
}
