import Location
import Places
import PlacesFiles
import TestSupport
import Testing

@testable import Command

/// A daemon's responses about places.
enum PlaceSamples {
    /// The sample report is just north of the first place at 100 m, 2 km from the border of the second, and inside the
    /// third.
    static let listed = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[144.963263888,-37.81]},\
        "properties":{"name":"Home","radius":100.0,"created":"2026-01-01T00:00:00.000Z","inside":true}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[144.963263888,-37.83]},\
        "properties":{"name":"At Work","radius":50.0,"dwell":90.0,"inside":false,"configured":true}},
        {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[144.9,-37.9],[145,-37.9],[145,-37.7],\
        [144.9,-37.7],[144.9,-37.9]]]},"properties":{"name":"Town","inside":false}}
        ]}

        """

    static func system(_ content: String = listed, status: Int = 200, runs: Bool = true) -> FakeSystem {
        FakeSystem(
            daemonRuns: runs, files: [FakeSystem.report: SampleReport.file()],
            response: .success(FakeSystem.reply(content, status: status)))
    }

    static func circle(_ name: String, _ latitude: Double, _ longitude: Double, radius: Double) throws -> Place {
        let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let circle = try #require(PlaceCircle(centre: centre, radius: radius))
        let name = try #require(PlaceName(name))
        return try #require(Place(name: name, shape: .circle(circle)))
    }

    /// A state directory with places.
    static func directory(_ places: [Place]) throws -> ScratchDirectory {
        let directory = try ScratchDirectory()
        try PlaceFile.write(try PlaceCollection(places), to: directory.file("own-places.json"))
        return directory
    }
}

extension FakeSystem {
    /// The content sent with a request.
    func content(of request: Int) -> String {
        guard requests.indices.contains(request) else { return "" }
        return requests[request].split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    }

    /// The request lines.
    var requestLines: [String] { requests.map { String($0.prefix { $0 != "\r\n" }) } }
}
