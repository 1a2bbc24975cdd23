import Basics
import Location
import Testing

@testable import Pages

/// The way of the last hour, and lines in a box.
struct TrailTests {
    private let start = Timestamp(milliseconds: 1_774_872_000_000)

    private func report(_ second: Int, north metres: Double, state: TrackingState = .live) throws -> Report {
        var report = Report(state: state, since: start)
        var fix = Fix(device: "a", mode: .threeDimensional)
        fix.timestamp = start + .seconds(second)
        fix.coordinate = try #require(Coordinate(latitude: 48, longitude: 179.999)).moved(distance: metres, bearing: 90)
        report.fix = fix
        return report
    }

    @Test("north is up, and both axes have one scale, also across the antimeridian and at a pole")
    func projection() throws {
        let middle = try #require(Coordinate(latitude: 60, longitude: 180))
        let line = [middle.moved(distance: 300, bearing: 270), middle.moved(distance: 300, bearing: 90)]
        let drawing = try #require(LineDrawing([line], width: 600, height: 100))
        #expect(drawing.path == "M0.0 50.0L600.0 50.0" && abs(drawing.metresPerUnit - 1) < 0.01)
        let tall = try #require(
            LineDrawing([[middle, middle.moved(distance: 100, bearing: 0)]], width: 600, height: 100))
        #expect(tall.path == "M300.0 100.0L300.0 0.0" && tall.ends.map(\.y) == ["100.0", "0.0"])
        let pole = try #require(Coordinate(latitude: 90, longitude: 0))
        #expect(LineDrawing([[pole, middle]], width: 10, height: 10) != nil)
        #expect(LineDrawing([], width: 10, height: 10) == nil && LineDrawing([[]], width: 10, height: 10) == nil)
    }

    @Test("a place is a dot, points at one place are drawn once, and lines are apart")
    func points() throws {
        let place = try #require(Coordinate(latitude: 48, longitude: 11))
        let drawing = try #require(LineDrawing([[place, place], [place]], width: 10, height: 10))
        #expect(drawing.path == "M5.0 5.0h0M5.0 5.0h0")
    }

    @Test("a trail has four places a minute of the last hour, and a gap is not drawn")
    func trail() throws {
        var trail = Trail()
        #expect(trail.drawing == nil)
        for second in 0..<8000 where !(5000..<5100).contains(second) {
            trail.add(try report(second, north: Double(second)))
        }
        let path = try #require(trail.drawing?.path)
        #expect(path.split(separator: "M").count == 2 && path.utf8.count < 4000)
        #expect((220...242).contains(path.split { "ML ".contains($0) }.count / 2))
        #expect(abs(try #require(trail.drawing?.metresPerUnit) * 300 - 3600) < 40)
    }

    @Test("a machine that rests within the noise, and positions that are not live, have no trail")
    func nothing() throws {
        var trail = Trail()
        for second in 0..<600 { trail.add(try report(second, north: Double(second % 7))) }
        #expect(trail.drawing == nil)
        var other = Trail()
        for second in 0..<600 { other.add(try report(second, north: Double(second), state: .stale)) }
        #expect(other.drawing == nil)
    }

    @Test("a position that is no longer live ends the drawing, and a live one brings back what is of its hour")
    func ended() throws {
        var trail = Trail()
        for second in 0..<600 { trail.add(try report(second, north: Double(second))) }
        #expect(trail.drawing != nil)
        trail.add(try report(601, north: 600, state: .stale))
        #expect(trail.drawing == nil)
        trail.add(try report(602, north: 600))
        #expect(trail.drawing != nil)
        trail.add(try report(20_000, north: 600))
        #expect(trail.drawing == nil)
    }

    @Test("50 m count in every direction", arguments: [0.0, 45, 90])
    func extent(bearing: Double) throws {
        let start = try #require(Coordinate(latitude: 48, longitude: 11))
        let metres = LineDrawing([[start, start.moved(distance: 80, bearing: bearing)]], width: 300, height: 120)?
            .extent
        #expect((50...81).contains(try #require(metres)))
    }

    @Test("a clock that was set back begins anew")
    func clock() throws {
        var trail = Trail()
        for second in 0..<600 { trail.add(try report(second, north: Double(second))) }
        trail.add(try report(100, north: 100))
        #expect(trail.drawing == nil)
    }

    @Test("the page has the trail of an hour, and stays below 50 kB")
    func page() throws {
        var trail = Trail()
        for second in 0..<3600 {
            trail.add(try report(second, north: Double(second) * 20 + Double(second * 7919 % 1000)))
        }
        let renderer = PageRenderer(library: .builtIn, settings: PageSettings())
        let sample = try #require(try SampleReport.all().first { $0.report.state == .live })
        let page = renderer.render(sample.report, at: SampleReport.now, trail: trail.drawing)
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(page.bytes.count < 50_000 && page.fault == nil && text.contains("<h2>The last hour</h2>"))
        let other = String(decoding: renderer.render(sample.report, at: SampleReport.now).bytes, as: UTF8.self)
        #expect(other.contains("<section class=\"trail\" id=\"trail\"></section>"))
    }
}
