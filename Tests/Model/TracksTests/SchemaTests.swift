import Location
import TestSupport
import Testing
import Tracks

/// GPX validated against its schema by libxml2.
@Suite(
    .enabled(if: SharedMaterial.isPresent, "WHEREISMY_SHARED is not set: no GPX schema"),
    .enabled(if: ExternalTool.xmllint.isPresent, "xmllint is not installed (Debian: libxml2-utils)"))
struct SchemaTests {
    private func validate(_ points: [TrackPoint]) throws {
        let schema = try #require(SharedMaterial.folder) + "/conformance/schemas/gpx-1.1.xsd"
        let folder = try ScratchFolder()
        let file = try folder.file("track.gpx", Sample.export(points, to: GPXEncoder()))
        _ = try ExternalTool.xmllint.run(["--noout", "--schema", schema, file], in: folder.path)
    }

    @Test("a drive with all values is valid GPX 1.1")
    func drive() throws {
        try validate(Sample.drive(points: 500))
    }

    @Test("an empty track and single points are valid")
    func edges() throws {
        try validate([])
        try validate([Sample.bare(Sample.coordinate(0, 0), at: 0)])
        try validate(
            (0..<3).map { try Sample.full(Sample.coordinate(0, 0), at: Double($0) * 4000, device: "<&>\($0)") })
    }

    @Test("extreme positions and values are valid")
    func ranges() throws {
        let corners = [(90.0, 180.0), (-90, -180), (0, 179.999_999_99), (-0.000_000_01, -0.000_000_01), (90, 0)]
        var points: [TrackPoint] = []
        for (index, corner) in corners.enumerated() {
            var fix = try Sample.full(Sample.coordinate(corner.0, corner.1), at: Double(index)).fix
            fix.mode = index % 2 == 0 ? .unknown : .twoDimensional
            fix.differential = Differential.allCases[index]
            fix.course = [0, 359.999_9, 359.99, nil, 0.004][index]
            fix.speed = [0, 1e-9, 300, nil, 1e8][index]
            fix.altitude = [-430, 8848.123_456, 1e12, nil, -.infinity][index]
            points.append(try #require(TrackPoint(fix, motion: .unknown, satellitesUsed: [0, 99, nil, -1, 1][index])))
        }
        try validate(points)
    }
}
