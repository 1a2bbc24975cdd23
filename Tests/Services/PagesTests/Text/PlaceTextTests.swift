import Location
import Pages
import Testing

@Suite("Places as text")
struct PlaceTextTests {
    private func town(_ distance: Double, _ bearing: Double? = 41) -> NearbyPlace {
        NearbyPlace(name: "Melbourne", region: "Victoria", country: "AU", distance: distance, bearing: bearing)
    }

    @Test(
        "the position is so far in a direction of a town, or in it",
        arguments: [
            (840, 41, "0.8 km south-west of Melbourne, Victoria, AU"),
            (840, 180, "0.8 km north of Melbourne, Victoria, AU"),
            (400, 359.9, "0.4 km south of Melbourne, Victoria, AU"), (0, nil, "in Melbourne, Victoria, AU"),
            (250, 90, "in Melbourne, Victoria, AU"), (251, nil, "0.3 km from Melbourne, Victoria, AU"),
            (9949, 90, "9.9 km west of Melbourne, Victoria, AU"),
            (9951, 90, "10 km west of Melbourne, Victoria, AU"),
            (67_400, 90, "67 km west of Melbourne, Victoria, AU"),
            (1_234_567, 359.9, "1235 km south of Melbourne, Victoria, AU"),
            (.nan, .nan, "Melbourne, Victoria, AU"), (.infinity, 0, "Melbourne, Victoria, AU"),
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
            (["Home"], "at Home"), (["Home", "Garden"], "at Home, Garden"), (["A", "B", "C"], "at A, B, C"),
            (["A", "B", "C", "D", "E"], "at A, B, C and 2 more"), ([], nil),
        ] as [([String], String?)])
    func inside(names: [String], expected: String?) {
        #expect(PlaceText.inside(names) == expected)
    }

    @Test("a report lists all its places, the surrounding own ones first")
    func report() throws {
        var report = SampleReport.report(.stale, fix: try SampleReport.fullFix())
        #expect(PlaceText.text(report) == nil)
        report.near = NearbyPlace(name: "Home", distance: 300.4, bearing: 0)
        #expect(PlaceText.text(report) == "300 m from the edge of Home")
        report.place = town(840)
        #expect(PlaceText.text(report) == "0.8 km south-west of Melbourne, Victoria, AU · 300 m from the edge of Home")
        report.near = NearbyPlace(name: "Home", distance: 0, bearing: nil)
        #expect(PlaceText.text(report)?.hasSuffix(" · within Home, not entered yet") == true)
        (report.near, report.inside) = (nil, ["Home"])
        #expect(PlaceText.text(report) == "at Home · 0.8 km south-west of Melbourne, Victoria, AU")
        (report.inside, report.near) = ([], NearbyPlace(name: "Home", distance: 63_240, bearing: 0))
        #expect(PlaceText.text(report)?.hasSuffix(" · 63 km from the edge of Home") == true)
        report.fix = nil
        #expect(PlaceText.text(report) == nil)
    }

    @Test("a headline begins with a capital, unless a name begins it")
    func headline() throws {
        var report = SampleReport.report(.live, fix: try SampleReport.fullFix())
        report.place = town(100)
        #expect(PlaceText.headline(report) == "In Melbourne, Victoria, AU")
        report.inside = ["home"]
        #expect(PlaceText.headline(report) == "At home · in Melbourne, Victoria, AU")
        (report.place, report.inside) = (NearbyPlace(name: "bath", distance: .nan, bearing: nil), [])
        #expect(PlaceText.headline(report) == "bath")
    }

    @Test("names cannot contain control characters")
    func hostile() {
        let place = NearbyPlace(name: "a\u{1B}[2J\n", region: "\u{202E}b", distance: 1500, bearing: 90)
        #expect(PlaceText.nearest(place) == "1.5 km west of a\u{FFFD}[2J\u{FFFD}, \u{FFFD}b")
        #expect(PlaceText.own(place) == "1.5 km from the edge of a\u{FFFD}[2J\u{FFFD}")
        #expect(PlaceText.inside(["\u{7}x"]) == "at \u{FFFD}x")
    }
}
