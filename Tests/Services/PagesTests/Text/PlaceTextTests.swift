import Location
import Pages
import Testing

@Suite("Places as text")
struct PlaceTextTests {
    private func town(_ distance: Double, _ bearing: Double? = 41) -> NearbyPlace {
        NearbyPlace(name: "Melbourne", region: "Victoria", country: "AU", distance: distance, bearing: bearing)
    }

    @Test(
        "a place of the gazetteer has distance and direction",
        arguments: [
            (840, 41, "Melbourne, Victoria, AU (0.8 km NE)"), (840, 221, "Melbourne, Victoria, AU (0.8 km SW)"),
            (0, nil, "Melbourne, Victoria, AU (0 m)"), (99, 180, "Melbourne, Victoria, AU (99 m S)"),
            (100, 270, "Melbourne, Victoria, AU (0.1 km W)"), (99_949, 90, "Melbourne, Victoria, AU (99.9 km E)"),
            (99_951, 90, "Melbourne, Victoria, AU (100 km E)"),
            (1_234_567, 359.9, "Melbourne, Victoria, AU (1235 km N)"),
            (.nan, .nan, "Melbourne, Victoria, AU"), (.infinity, 0, "Melbourne, Victoria, AU (N)"),
        ] as [(Double, Double?, String)])
    func nearest(distance: Double, bearing: Double?, expected: String) {
        #expect(PlaceText.nearest(town(distance, bearing)) == expected)
    }

    @Test("a missing region or country is left out")
    func bare() {
        #expect(PlaceText.name(NearbyPlace(name: "Nowhere", distance: 0, bearing: 0)) == "Nowhere")
        #expect(PlaceText.name(NearbyPlace(name: "Vaduz", country: "LI", distance: 0, bearing: 0)) == "Vaduz, LI")
    }

    @Test(
        "own places are listed by name, up to a limit",
        arguments: [
            (["Home"], "in Home"), (["Home", "Garden"], "in Home, Garden"), (["A", "B", "C"], "in A, B, C"),
            (["A", "B", "C", "D", "E"], "in A, B, C and 2 more"), ([], nil),
        ] as [([String], String?)])
    func inside(names: [String], expected: String?) {
        #expect(PlaceText.inside(names) == expected)
    }

    @Test("a report lists all its places, the surrounding own ones first")
    func report() throws {
        var report = SampleReport.report(.stale, fix: try SampleReport.fullFix())
        #expect(PlaceText.text(report) == nil)
        report.near = NearbyPlace(name: "Home", distance: 300.4, bearing: 0)
        #expect(PlaceText.text(report) == "300 m from Home")
        report.place = town(840)
        #expect(PlaceText.text(report) == "Melbourne, Victoria, AU (0.8 km NE) · 300 m from Home")
        (report.near, report.inside) = (nil, ["Home"])
        #expect(PlaceText.text(report) == "in Home · Melbourne, Victoria, AU (0.8 km NE)")
        report.fix = nil
        #expect(PlaceText.text(report) == nil)
    }

    @Test("names cannot contain control characters")
    func hostile() {
        let place = NearbyPlace(name: "a\u{1B}[2J\n", region: "\u{202E}b", distance: 1500, bearing: 90)
        #expect(PlaceText.nearest(place) == "a\u{FFFD}[2J\u{FFFD}, \u{FFFD}b (1.5 km E)")
        #expect(PlaceText.own(place) == "1.5 km from a\u{FFFD}[2J\u{FFFD}")
        #expect(PlaceText.inside(["\u{7}x"]) == "in \u{FFFD}x")
    }
}
