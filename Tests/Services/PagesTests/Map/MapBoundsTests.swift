import Basics
import Location
import Testing

@testable import Pages

@Suite("The bounds of the map")
struct MapBoundsTests {
    /// Metres in a degree on the sphere of the maps.
    static let metresPerDegree = 6_367_000 * Double.pi / 180

    @Test(
        "are square on the ground: twice the radius",
        arguments: [(0, 1), (-37.81, 0.790048), (60, 0.5), (80, 0.173648), (-84.9, 0.088894)])
    func isSquare(latitude: Double, cosine: Double) throws {
        let centre = try SampleReport.coordinate(latitude, 12)
        let box = MapBounds(around: centre, radius: 50)
        let height = (box.north - box.south) * Self.metresPerDegree
        let width = (box.east - box.west) * Self.metresPerDegree * cosine
        #expect(abs(height - 100) < 0.001)
        #expect(abs(width - 100) < 0.01)
        #expect(abs((box.east + box.west) / 2 - 12) < 1e-9)
    }

    @Test("end at the limit of web maps, at the poles and for any radius", arguments: [90, -90, 85.0511, -85.2, 10])
    func poles(latitude: Double) throws {
        for radius in [0, 50, 1e6, 1e12, -1, .infinity, .nan] {
            let box = MapBounds(around: try SampleReport.coordinate(latitude, 0), radius: radius)
            #expect(box.south >= -85.0511 && box.north <= 85.0511 && box.south <= box.north)
            #expect(box.east - box.west <= 360 && box.west <= box.east)
        }
    }

    @Test("continue across the antimeridian, around the position", arguments: [180, -180, 179.9999])
    func antimeridian(longitude: Double) throws {
        let box = MapBounds(around: try SampleReport.coordinate(0, longitude), radius: 100)
        #expect(box.west < longitude && longitude < box.east)
        #expect(box.east - box.west < 0.01)
        #expect(box.east > 180 || box.west < -180)
    }

    @Test(
        "span at least 50 m around the position, more for a lower or unknown accuracy",
        arguments: [(5.5, 50), (50, 50), (120, 120), (nil, 250), (1e9, 2_000_000)] as [(Double?, Double)])
    func radius(accuracy: Double?, expected: Double) throws {
        #expect(MapView(of: try SampleReport.coordinate(), accuracy: accuracy).radius == expected)
    }

    @Test(
        "fit at least 20 s of travel between centre and edge, and ignore an unknown speed",
        arguments: [
            (5.5, 0, 50), (5.5, 2.5, 50), (5.5, 14, 280), (120, 3, 120), (nil, 10, 250), (nil, 300, 6000),
            (5.5, .nan, 50), (5.5, .infinity, 50), (5.5, -3, 50), (5.5, 1e9, 2_000_000), (5.5, nil, 50),
        ] as [(Double?, Double?, Double)])
    func travel(accuracy: Double?, speed: Double?, expected: Double) throws {
        let coordinate = try SampleReport.coordinate()
        #expect(MapView(of: coordinate, accuracy: accuracy, speed: speed).radius == expected)
    }

    @Test(
        "match a zoom of online maps at which their width is 250 to 500 points",
        arguments: [(0, 400), (-37.81, 400), (60, 400), (70, 5000), (80, 100_000), (85, 300), (89.9, 2000)])
    func zoom(latitude: Double, accuracy: Double) throws {
        let view = MapView(of: try SampleReport.coordinate(latitude, 0), accuracy: accuracy)
        let points = Double(256 << view.zoom) * (view.box.east - view.box.west) / 360
        #expect((249...501).contains(points))
    }

    @Test(
        "contain the marker, which is at their edge beyond the limit of web maps",
        arguments: [90, -90, 85.06, -85.2, 85, 0])
    func marker(latitude: Double) throws {
        let view = MapView(of: try SampleReport.coordinate(latitude, 180), accuracy: 5)
        #expect(view.box.south <= view.marker.latitude && view.marker.latitude <= view.box.north)
        #expect(view.marker.longitude == 180)
        #expect(view.url.hasSuffix("&marker=\(FixedDecimalText.text(view.marker.latitude, decimals: 6))%2C180.000000"))
    }

    @Test("appear in the URL of openstreetmap.org as west, south, east, north, the marker by latitude first")
    func url() throws {
        let url = MapView(of: try SampleReport.coordinate(0, 180), accuracy: 50).url
        let box = "bbox=179.999550%2C-0.000450%2C180.000450%2C0.000450"
        let marker = "marker=0.000000%2C180.000000"
        #expect(url == "https://www.openstreetmap.org/export/embed.html?\(box)&layer=mapnik&\(marker)")
    }
}
