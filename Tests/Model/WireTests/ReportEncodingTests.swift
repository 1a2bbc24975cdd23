import Basics
import Location
import Testing
import Wire

struct ReportEncodingTests {
    private func text(_ report: Report) -> String {
        String(decoding: ReportJSON.encode(report), as: UTF8.self)
    }

    private func text(changing change: (inout Fix) -> Void) throws -> String {
        var report = SampleReport.full()
        var fix = SampleReport.fix()
        change(&fix)
        report.fix = fix
        return text(report)
    }

    @Test("a full report is written exactly, keys in the schema's order")
    func golden() throws {
        #expect(text(SampleReport.full()) == SampleReport.golden)
    }

    @Test("a judgement has its level, its start and its reasons, and the claim is written as a fix")
    func integrity() throws {
        var report = SampleReport.full()
        report.state = .contradicted
        report.integrity = Integrity(
            level: .contradicted, since: Timestamp(milliseconds: 1000),
            reasons: [Integrity.Reason(code: .gapJump, detail: "90 km in 1 s")])
        report.claim = SampleReport.fix()
        report.claim?.altitude = 7
        let written = text(report)
        let expected =
            #""integrity":{"level":"contradicted","since":"1970-01-01T00:00:01.000Z","#
            + #""reasons":[{"code":"gap-jump","detail":"90 km in 1 s"}]},"claim":{"timestamp":"#
        #expect(written.contains(expected), "\(written)")
        #expect(written.hasPrefix(#"{"state":"contradicted","#))
        #expect(try ReportJSON.decode(Array(written.utf8)) == report)
        let others = String(decoding: ReportJSON.encode(report, isPublic: true), as: UTF8.self)
        #expect(!others.contains("integrity") && !others.contains("claim"), "\(others)")
    }

    @Test("unknown values are absent")
    func empty() {
        let report = Report(state: .noGPSD, since: Timestamp(milliseconds: 0))
        #expect(
            text(report) == #"{"state":"no-gpsd","since":"1970-01-01T00:00:00.000Z","sequence":0,"#
                + #""integrity":{"level":"nominal","since":"1970-01-01T00:00:00.000Z","reasons":[]}}"#)
    }

    @Test(
        "a number is rounded to its precision",
        arguments: [
            (45.100_000_000_1, "45.1"), (45.0004, "45.0"), (45.0006, "45.001"), (-0.0004, "0.0"), (-1.5, "-1.5"),
            (-12_345.678_9, "-12345.679"), (0.01, "0.01"), (1e300, "1e+300"), (-1e300, "-1e+300"),
            (9_007_199_254_740_992, "9007199254740992.0"),
        ])
    func rounding(metres: Double, written: String) throws {
        #expect(try text { $0.altitude = metres }.contains("\"altitude\":\(written),"))
    }

    @Test("numbers that are not finite are omitted", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(metres: Double) throws {
        #expect(try !text { $0.altitude = metres }.contains("\"altitude\""))
    }

    @Test("a course that rounds to a full circle is north")
    func course() throws {
        #expect(try text { $0.course = 359.999_99 }.contains(#""course":0.0,"#))
    }

    @Test("a time source other than the receiver is written and read back", arguments: TimeSource.allCases)
    func timeSource(source: TimeSource) throws {
        var report = SampleReport.full()
        report.fix?.timeSource = source
        let written = source == .receiver ? #""source":"receiver"}"# : #""timeSource":"\#(source.rawValue)"}"#
        #expect(text(report).contains(written))
        #expect(try ReportJSON.decode(ReportJSON.encode(report)).fix?.timeSource == source)
    }

    @Test("an accuracy is never rounded to 0")
    func accuracy() throws {
        let tiny = try #require(HorizontalAccuracy(radius: 0.000_1, origin: .receiver))
        #expect(try text { $0.horizontalAccuracy = tiny }.contains(#""horizontalAccuracy":0.001,"#))
    }

    @Test("an estimate has a bound of at most four radii, and nothing else has one")
    func bound() throws {
        let estimate = try #require(HorizontalAccuracy(radius: 4, origin: .estimate))
        #expect(try text { $0.horizontalAccuracy = estimate }.contains(#""bound":15.184}"#))
        #expect(!text(SampleReport.full()).contains("bound"))
        var claimed = SampleReport.full()
        (claimed.fix, claimed.claim) = (nil, claimed.fix)
        claimed.claim?.horizontalAccuracy = estimate
        #expect(!text(claimed).contains("bound"))
    }

    @Test(
        "a string is escaped as RFC 8259 requires",
        arguments: [
            ("plain", "plain"), (#"quote " and \"#, #"quote \" and \\"#), ("line\nend", #"line\nend"#),
            ("\u{0}\u{1f}\t", #"\u0000\u001f\u0009"#), ("Zürich 🛰 \u{7f}", "Zürich 🛰 \u{7f}"),
        ])
    func escaping(raw: String, written: String) throws {
        var report = Report(state: .noReceiver, since: Timestamp(milliseconds: 0))
        report.detail = raw
        #expect(text(report).contains("\"detail\":\"\(written)\",\"integrity\":"))
        #expect(try ReportJSON.decode(ReportJSON.encode(report)).detail == raw)
    }

    @Test("rejections and a receiver fault come last, with their texts")
    func notes() {
        var report = Report(state: .live, since: Timestamp(milliseconds: 0))
        report.rejections = RejectionSummary(
            count: 12, epochs: 600, window: .seconds(600), reason: "inaccurate", explanation: "too large")
        report.receiverFault = ReceiverFault(device: "/dev/a", kind: .disagreement(metres: 530.25))
        let text = String(decoding: ReportJSON.encode(report), as: UTF8.self)
        let expected =
            #""sequence":0,"rejections":{"count":12,"epochs":600,"window":600.0,"reason":"inaccurate","#
            + #""explanation":"too large"},"receiverFault":{"fault":"position-disagreement","device":"/dev/a","#
            + #""metres":530.25,"explanation":"this receiver's latitude and longitude lie 530 m from"#
        #expect(text.contains(expected), "\(text)")
    }
}
