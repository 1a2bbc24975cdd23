import Testing

@testable import Configuration

struct PlacesSettingsTests {
    @Test(
        "a distance is in metres or has a unit",
        arguments: [
            ("0", 0), ("500", 500), ("500m", 500), ("20km", 20_000), ("0.5km", 500), ("-0", 0), ("5 km", 5000),
            (".5km", 500), ("+500m", 500),
            ("+.5", 0.5), ("0.5mi", 804.672), ("100ft", 30.48), ("0.5nm", 926), ("2 nmi", 3704),
        ])
    func distances(text: String, metres: Double) {
        #expect(Double(distance: text) == metres)
        #expect(Double(distance: text)?.sign == .plus)
    }

    @Test(
        "an implausible distance is rejected",
        arguments: [
            "", "m", "km", "-1", "nan", "inf", "1e99km", "21001km", "5  km", "5mm", "1e400", "5M", "5 feet", "infm",
            ".", "+", "+-5m", "--5",
        ])
    func refused(text: String) {
        #expect(Double(distance: text) == nil)
    }

    @Test("a limit of 0 disables the lookup, and a search has the default limit")
    func off() throws {
        let files = ["/etc/whereismy/whereismy.conf": "[places]\nnearest-within = 0"]
        let places = try #require(try settings(files: files)).places
        #expect(places.nearestWithin == 0 && places.searchRadius == 11_132)
        #expect(PlacesSettings().nearestWithin == nil && PlacesSettings().searchRadius == 11_132)
    }
}
