import Basics
import Location
import Testing
import Wire

struct EpochJSONTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// A record with every member.
    private func run() -> VerdictRecord {
        var raw = Fix(device: "/dev/a", mode: .twoDimensional)
        raw.timestamp = Timestamp(milliseconds: 500)
        raw.coordinate = Coordinate(latitude: -37.5, longitude: 144.25)
        raw.horizontalAccuracy = HorizontalAccuracy(radius: 120.5, origin: .dilution)
        var record = VerdictRecord(verdict: "rejected", raw: raw)
        record.reason = "inaccurate"
        record.explanation = "the radius of 120.5 m is larger than 50.0 m"
        record.isReinstated = true
        record.received = Timestamp(milliseconds: 1000)
        record.age = .milliseconds(2500)
        record.count = 7
        record.until = Timestamp(milliseconds: 8000)
        record.reinstatedCount = 2
        record.discardedUntil = Timestamp(milliseconds: 0)
        return record
    }

    @Test("an epoch of a replay has the verdict, its reason, the observation and the report")
    func epoch() {
        var record = VerdictRecord(verdict: "rejected", raw: Fix(device: "", mode: .none))
        record.reason = "no-position"
        var report = Report(state: .noFix, since: Timestamp(milliseconds: 0), sequence: 3)
        // A verdict is about a fix, not about the position now.
        report.now = CurrentPosition(
            time: report.since, coordinate: Coordinate(clampingLatitude: 1, longitude: 2), horizontalAccuracy: 3,
            bridged: .zero)
        let expected =
            #"{"verdict":"rejected","reason":"no-position","raw":{"mode":"none","differential":"none","source":"receiver"},"#
            + #""report":{"state":"no-fix","since":"1970-01-01T00:00:00.000Z","sequence":3,"#
            + #""integrity":{"level":"nominal","since":"1970-01-01T00:00:00.000Z","reasons":[]}}}"#
        #expect(text(EpochJSON.encode(record, report: report)) == expected)
    }

    @Test("a run from the log also has its time, age and count, in the same shape")
    func log() {
        let expected =
            #"{"verdict":"rejected","reason":"inaccurate","explanation":"the radius of 120.5 m is larger than 50.0 m","#
            + #""countsAsRight":true,"received":"1970-01-01T00:00:01.000Z","age":2.5,"count":7,"until":"1970-01-01T00:00:08.000Z","#
            + #""reinstated":2,"forgottenUntil":"1970-01-01T00:00:00.000Z","raw":{"timestamp":"1970-01-01T00:00:00.500Z","mode":"2d","#
            + #""latitude":-37.5,"longitude":144.25,"horizontalAccuracy":120.5,"horizontalAccuracyOrigin":"dilution","#
            + #""device":"/dev/a","differential":"none","source":"receiver"}}"#
        #expect(text(EpochJSON.encode(run())) == expected)
    }

    @Test("the output round-trips", arguments: [true, false])
    func back(isRun: Bool) throws {
        let record = isRun ? run() : VerdictRecord(verdict: "accepted", raw: Fix(device: "/dev/a", mode: .none))
        #expect(try EpochJSON.decode(EpochJSON.encode(record)) == record)
    }

    @Test("a correction is written as in the report")
    func correction() throws {
        var record = VerdictRecord(verdict: "accepted", raw: Fix(device: "", mode: .none))
        let cases = [
            (Correction(distance: 1234.5), #""source":"ecef","corrected":1234.5,"#),
            (Correction(distance: nil, timeSource: .shifted, weeks: 1024), #""timeSource":"shifted","weeks":1024,"#),
            (Correction(distance: nil, timeSource: .reception), #""timeSource":"reception","#),
            (
                Correction(distance: 0, timeSource: .shifted, weeks: -2048),
                #""source":"ecef","corrected":0.0,"timeSource":"shifted","weeks":-2048,"#
            ),
        ]
        for (correction, keys) in cases {
            record.correction = correction
            let line = EpochJSON.encode(record)
            #expect(text(line).hasPrefix(#"{"verdict":"accepted","# + keys + #""raw":"#), "\(text(line))")
            #expect(try EpochJSON.decode(line) == record)
        }
    }

    @Test(
        "an invalid value is rejected with its key",
        arguments: [
            (#"{"raw":{"mode":"3d"}}"#, "verdict: missing"), (#"{"verdict":"accepted"}"#, "raw: missing"),
            (#"{"verdict":1,"raw":{"mode":"3d"}}"#, "verdict: not a string"),
            (#"{"verdict":"a","countsAsRight":1,"raw":{"mode":"3d"}}"#, "countsAsRight: not true or false"),
            (#"{"verdict":"a","raw":{"mode":"4d"}}"#, "raw.mode: unknown value"),
            (#"{"verdict":"a","count":-1,"raw":{"mode":"3d"}}"#, "count: -1.0 is out of range, expected 0 or more"),
            (#"{"verdict":"a","age":1e99,"raw":{"mode":"3d"}}"#, "age: 1e+99 is out of range"),
            (#"{"verdict":"a","source":"sky","raw":{"mode":"3d"}}"#, "source: unknown value"),
            (#"{"verdict":"a","timeSource":"sun","raw":{"mode":"3d"}}"#, "timeSource: unknown value"),
            (
                #"{"verdict":"a","corrected":-1,"raw":{"mode":"3d"}}"#,
                "corrected: -1.0 is out of range, expected 0 or more"
            ),
            (#"{"verdict":"a","until":"now","raw":{"mode":"3d"}}"#, "until: unknown value"),
            (#"{"verdict":"a","raw":{"mode":"3d","latitude":91,"longitude":0}}"#, "raw.latitude: 91.0 is out of range"),
            ("1", "verdict line: not an object"),
            ("[[[[[[[[[[[[[[[[[[[[", "verdict line: invalid JSON"), ("", "verdict line: invalid JSON"),
        ])
    func refused(line: String, message: String) {
        let error = #expect(throws: ReportJSONError.self) { try EpochJSON.decode(Array(line.utf8)) }
        #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
    }
}
