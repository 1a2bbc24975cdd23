import Basics
import Location
import Pages
import TestSupport
import Testing

@Suite("The page")
struct PageRendererTests {
    let renderer = PageRenderer(library: .builtIn, settings: PageSettings(gpsd: "gps.example:2947"))

    private func text(_ report: Report, at now: Timestamp = SampleReport.now) -> String {
        let page = renderer.render(report, at: now)
        #expect(page.fault == nil)
        return String(decoding: page.bytes, as: UTF8.self)
    }

    @Test("shows position, accuracy, links and code of a live report")
    func live() throws {
        let page = text(SampleReport.report(.live, fix: try SampleReport.fullFix()))
        for part in [
            "<html lang=\"en\" data-state=\"live\">", "<title>Current position · -37.809969, 144.963264</title>",
            "<dd class=\"location\">-37.809969, 144.963264</dd>", "± 5.5 m <small>the receiver’s estimate</small>",
            "href=\"https://www.google.com/maps/search/?api=1&amp;query=-37.809969%2C144.963264\"",
            "href=\"geo:-37.809969,144.963264,50.0;u=9.5\"",
            "<th scope=\"row\">Speed</th><td>3.5 m/s ± 0.4 m/s (12.6 km/h)",
            "90° ± 2.0° from true north, east", "<b>8</b> of 10 <span>satellites", "data-received=\"1795209012100\"",
            "20 November 2026, 21:10:12 UTC", "data-stale-after=\"10\"", "<b>45.1</b> m <span>altitude",
        ] {
            #expect(page.contains(part), "\(part)")
        }
    }

    @Test(
        "names the zone of the machine where it is not UTC", arguments: [(11, "This computer keeps UTC+11."), (0, "")])
    func zone(hours: Int, sentence: String) throws {
        let report = SampleReport.report(.live, fix: try SampleReport.fullFix())
        let renderer = PageRenderer(library: .builtIn, settings: PageSettings(), clock: .hours(hours))
        let page = String(decoding: renderer.render(report, at: SampleReport.now).bytes, as: UTF8.self)
        #expect(page.contains(sentence.isEmpty ? "times UTC.</p>" : "times UTC. \(sentence)</p>"))
        #expect(text(report).contains("times UTC.</p>"))
    }

    @Test("shows recent rejections and receiver faults, if there are any")
    func notes() throws {
        var report = SampleReport.report(.live, fix: try SampleReport.fullFix())
        let silent = text(report)
        #expect(!silent.contains("class=\"note\"") && !silent.contains("Rejected recently"))
        report.rejections = SampleReport.rejections()
        report.receiverFault = ReceiverFault(device: "/dev/ttyUSB0", kind: .frozen)
        let page = text(report)
        for part in [
            "<p class=\"note\">12 of 600 positions within 10 min were not used. Most often: the radius of 120.0 m",
            "<td>12 of 600 positions within 10 min, most of them inaccurate</td>",
            "<p class=\"note\">Fault of /dev/ttyUSB0: gpsd freezes this receiver&#39;s position",
            "What helps: gpsd 3.23.1 or later", "<th scope=\"row\">Fault of the receiver</th>",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        report.state = .noFix
        #expect(text(report).contains("12 of 600 positions within 10 min"))
        let dead = renderer.render(report, at: SampleReport.now, daemonRuns: false)
        #expect(!String(decoding: dead.bytes, as: UTF8.self).contains("positions within"))
    }

    @Test("says what a contradicted receiver claims, what was last trusted, since when and why, and looks stale")
    func contradicted() throws {
        var report = SampleReport.contradicted(try SampleReport.fullFix())
        let page = text(report)
        for part in [
            "<html lang=\"en\" data-state=\"stale\">", " data-state=\"stale\" data-sequence",
            "<span>Contradicted</span>", " data-contradicted ", "data-headline-contradicted=\"Last trusted position\"",
            "<p class=\"badge\" aria-hidden=\"true\">Last trusted position<span",
            "<title>Last trusted position, 3 min ago · -37.809969, 144.963264",
            "<h1 id=\"headline\">Last trusted position<span data-age-comma>",
            "<p class=\"warning\">The receiver’s position cannot be true.</p>",
            ">It claims -37.000000, 144.963264, 89.9 km from the last trusted position.</a></p>",
            "<p>Last trusted: -37.809969, 144.963264, <span data-age-alone>3 min old when this page was written</span>.</p>",
            "<p>Since 20 November 2026, 21:07:02 UTC: a jump farther than possible (90 km in 1 s), satellites that leap in the "
                + "sky (&lt;b&gt;9&lt;/b&gt; of 9).</p>", "<circle class=\"claim\" cx=\"0.0\" cy=\"-54.0\" r=\"2.4\"/>",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(!page.contains("This is where the receiver was, not where it is.</p>"))
        report.integrity.level = .doubtful
        (report.state, report.claim, report.age) = (.live, nil, .milliseconds(400))
        report.received = Timestamp(milliseconds: SampleReport.now.milliseconds - 400)
        let doubtful = text(report)
        #expect(doubtful.contains("<p class=\"warning\">The receiver’s position is doubtful.</p>"))
        #expect(doubtful.contains("data-state=\"live\"") && !doubtful.contains("class=\"claim\""))
        report.integrity.level = .nominal
        #expect(!text(report).contains("id=\"integrity\""))
        let unplaced = text(SampleReport.contradicted(nil))
        #expect(unplaced.contains("<h1 id=\"headline\">The receiver’s position cannot be true.</h1>"))
    }

    @Test("has the place as headline, and presents no past place as current")
    func places() throws {
        var report = SampleReport.report(.live, fix: try SampleReport.fullFix(), age: .seconds(5))
        #expect(text(report).contains("<h1 id=\"headline\">Current position<span"))
        report.place = NearbyPlace(name: "A & B", region: "Victoria", country: "AU", distance: 840, bearing: 41)
        report.inside = ["My <boat>"]
        let (own, town) = ("t My &lt;boat&gt;", "0.8 km south-west of A &amp; B, Victoria, AU")
        let places = "\(own) · \(town)"
        let live = text(report)
        for part in [
            "<h1 id=\"headline\" class=\"named\"><span class=\"place\">A\(own)</span><span class=\"place\">\(town)</span><span",
            "<title>A\(places) · -37.809969, 144.963264</title>", " data-place=\"a\(places)\"",
            "<td>A &amp; B, Victoria, AU, 840 m to the north-east</td>", "<td>My &lt;boat&gt;</td>",
        ] {
            #expect(live.contains(part), "\(part)")
        }
        (report.inside, report.near) = ([], NearbyPlace(name: "Home", distance: 300, bearing: 180))
        #expect(text(report).contains("<td>Home, 300 m to its edge, to the south</td>"))
        let stale = text(report, at: SampleReport.now + .seconds(187))
        let then = "0.8 km south-west of A &amp; B, Victoria, AU · 300 m from the edge of Home"
        #expect(stale.contains("<title>Last known position, 3 min ago: \(then) · -37.809969, 144.963264</title>"))
        #expect(stale.contains("Last known position<span data-age-comma></span>"))
        #expect(
            stale.contains(
                ":</span><span class=\"place\">\(town)</span><span class=\"place\">300 m from the edge of Home</span></h1>"
            ))
        report.state = .noFix
        let error = text(report)
        #expect(error.contains("<dt>Place then</dt><dd>\(then)</dd>"))
        #expect(error.contains("<h1 id=\"headline\">The receiver has no position</h1>"))
    }

    @Test("omits unknown values and states that the accuracy is unknown")
    func bare() throws {
        let page = text(SampleReport.report(.live, fix: try SampleReport.bareFix()))
        #expect(page.contains("<dd>unknown <small>the receiver gives none</small></dd>"))
        for part in ["Altitude", "Speed", "Course", "atellites", "± ", "class=\"facts\"", ";u="] {
            #expect(!page.contains(part), "\(part)")
        }
    }

    @Test("marks an old position as the last known one, in title, headline and state")
    func stale() throws {
        let page = text(SampleReport.report(.stale, fix: try SampleReport.fullFix(), age: .seconds(192)))
        #expect(page.contains("<title>Last known position, 3 min ago · -37.809969, 144.963264</title>"))
        #expect(page.contains("<html lang=\"en\" data-state=\"stale\">"))
        #expect(page.contains("<span>Stale</span>"))
        #expect(!page.contains("Current position"))
    }

    @Test("shows a live report with an old position as stale", arguments: [(10, "live"), (10.01, "stale")])
    func demotion(seconds: Double, state: String) throws {
        let report = SampleReport.report(.live, fix: try SampleReport.fullFix(), age: .zero)
        let page = text(report, at: SampleReport.now + .seconds(seconds))
        #expect(page.contains("<html lang=\"en\" data-state=\"\(state)\">"))
    }

    @Test("states no age if a clock set back puts the arrival in the future")
    func unknownAge() throws {
        for (state, hidden) in [(TrackingState.noGPSD, "ago"), (.stale, "ago"), (.live, "Current position")] {
            var report = SampleReport.report(state, fix: try SampleReport.fullFix(), age: .seconds(-5))
            report.age = nil
            let page = text(report)
            #expect(page.contains("<span data-age>age unknown · </span>"))
            let markup = page.prefix(page.split(separator: "<script>")[0].count)
            #expect(!markup.contains("just now") && !markup.contains(hidden) && !markup.contains("data-age-written"))
        }
    }

    @Test(
        "shows a live position from the future as stale if the clock must be wrong",
        arguments: [(10, "live"), (10.5, "stale"), (1e9, "stale")])
    func fromAhead(seconds: Double, state: String) throws {
        var report = SampleReport.report(.live, fix: try SampleReport.fullFix(), age: .zero)
        report.received = SampleReport.now + .seconds(seconds)
        #expect(text(report).contains("<html lang=\"en\" data-state=\"\(state)\">"))
    }

    @Test(
        "states the age at the time of writing, for readers without scripts",
        arguments: [
            (TrackingState.live, 0.4, "under 2 s old"), (.stale, 192, "3 min old"), (.noFix, 7500, "2 h 5 min old"),
        ])
    func ageWhenWritten(state: TrackingState, seconds: Double, age: String) throws {
        let page = text(SampleReport.report(state, fix: try SampleReport.fullFix(), age: .seconds(seconds)))
        #expect(page.contains("<span data-age>\(age) when this page was written · </span>Received <time"))
        #expect(page.contains("<th scope=\"row\">Age</th><td data-age-alone>\(age) when this page was written</td>"))
    }

    @Test("dates a stale position by its arrival, and presents no live one as the last known")
    func dated() throws {
        let fix = try SampleReport.fullFix()
        let stale = text(SampleReport.report(.stale, fix: fix, age: .seconds(192)))
        #expect(stale.contains("<span class=\"asleep\">, as of 20 November 2026, 21:07:00 UTC</span>"))
        #expect(stale.contains("<p class=\"badge\""))
        let live = text(SampleReport.report(.live, fix: fix)).split(separator: "<script>")[0]
        #expect(live.contains("<span class=\"asleep\">, as of 20 November 2026, 21:10:12 UTC</span>"))
        #expect(!live.contains("class=\"badge\"") && !live.contains("ast known position"))
    }

    @Test(
        "states the error, its start and what to try, with the last known position",
        arguments: [
            (TrackingState.starting, "Waiting for the first report", "has just started"),
            (.noGPSD, "gpsd cannot be reached", "No response from gpsd at <code>gps.example:2947</code>"),
            (.noReceiver, "gpsd has no receiver", "gpsdctl add"),
            (.noFix, "The receiver has no position", "it sees 10 satellites"),
        ])
    func error(state: TrackingState, headline: String, advice: String) throws {
        var report = SampleReport.report(state, fix: try SampleReport.fullFix(), age: .seconds(7500))
        report.detail = "connection <refused>"
        let page = text(report)
        #expect(page.contains("<h1 id=\"headline\">\(headline)</h1>"))
        #expect(page.contains(advice))
        #expect(page.contains("connection &lt;refused&gt;"))
        #expect(page.contains("Since <time datetime=\"2026-11-20T21:03:32.500Z\">20 November 2026, 21:03:32 UTC"))
        #expect(page.contains("<h2>Last known position</h2>"))
        #expect(page.contains("-37.809969, 144.963264"))
        #expect(!page.contains("Current position"))
        let bare = text(SampleReport.report(state, fix: nil))
        #expect(bare.contains("There is no last known position either."))
        #expect(!bare.contains("google"))
    }

    @Test("does not use the present tense without a daemon", arguments: TrackingState.allCases)
    func deadDaemon(state: TrackingState) throws {
        for fix in [try SampleReport.fullFix(), nil] {
            let page = renderer.render(SampleReport.report(state, fix: fix), at: SampleReport.now, daemonRuns: false)
            let text = String(decoding: page.bytes, as: UTF8.self)
            #expect(page.fault == nil)
            #expect(text.contains("<code>systemctl status whereismyd</code>"))
            #expect(!text.contains("Current position") && !text.contains("<span>Live</span>"))
            #expect(!text.contains("lang=\"en\" data-state=\"live\"") && !text.contains("gpsd.socket"))
            let isLastKnown = fix != nil && [.live, .stale, .contradicted].contains(state)
            let last = state == .contradicted ? "Last trusted position" : "Last known position"
            let headline = isLastKnown ? last : "whereismyd does not run<"
            #expect(text.contains("<h1 id=\"headline\">\(headline)"))
        }
    }

    @Test("states the last report of an ended daemon")
    func lastReport() {
        var report = SampleReport.report(.noGPSD, fix: nil)
        report.detail = "connection refused"
        let page = renderer.render(report, at: SampleReport.now, daemonRuns: false)
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(text.contains("Its last report: gpsd cannot be reached (connection refused)"))
        #expect(text.contains("<title>whereismyd does not run</title>"))
        #expect(!text.contains("<p class=\"age\">Since"))
    }

    @Test("names the origin of the accuracy", arguments: HorizontalAccuracy.Origin.allCases)
    func origin(_ origin: HorizontalAccuracy.Origin) throws {
        var fix = try SampleReport.bareFix()
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 120.4, origin: origin)
        let page = text(SampleReport.report(.live, fix: fix))
        #expect(page.contains("± 120 m"))
        #expect(page.contains("estimated from satellite geometry") == (origin == .dilution))
    }

    @Test("stays under 50 kB, and contains no foreign text in its markup or script")
    func hostile() throws {
        for sample in try SampleReport.all() {
            let page = text(sample.report)
            #expect(page.utf8.count < 50_000, "\(sample.name)")
            #expect(!page.contains("alert('x')") && !page.contains("<img"), "\(sample.name)")
            #expect(!page.contains("{{") && !page.contains("nan") && !page.contains("inf\""), "\(sample.name)")
        }
    }

    private static func attribute(_ name: String, in page: String) -> Double? {
        page.split(separator: " data-\(name)=\"").dropFirst().first.flatMap { Double($0.prefix { $0 != "\"" }) }
    }

    @Test("renders at any position, poles and antimeridian included, and with non-finite values")
    func extremes() throws {
        for (latitude, longitude) in [(90.0, 0.0), (-90, 180), (0, -180), (85.06, 179.99999)] {
            var fix = try SampleReport.bareFix()
            fix.coordinate = try SampleReport.coordinate(latitude, longitude)
            (fix.speed, fix.course, fix.altitude) = (.nan, .infinity, -.infinity)
            let page = text(SampleReport.report(.live, fix: fix))
            let latitude = try #require(Self.attribute("latitude", in: page))
            let (south, north) = (Self.attribute("south", in: page), Self.attribute("north", in: page))
            #expect(try #require(south) <= latitude && latitude <= #require(north))
            let marker = "&amp;marker=\(FixedDecimalText.text(latitude, decimals: 6))%2C"
            #expect(page.contains(marker) && abs(latitude) <= 85.0511)
            #expect(page.contains("</html>") && !page.contains("<span>speed") && !page.contains("<span>course"))
        }
    }
}
