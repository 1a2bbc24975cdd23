import Location
import Testing
import Wire

struct EpochJSONTests {
    @Test("an epoch holds the verdict, its reason, what came and what is known")
    func epoch() {
        let raw = Fix(device: "", mode: .none)
        let report = Report(state: .noFix, since: Timestamp(milliseconds: 0), sequence: 3)
        let line = EpochJSON.encode(verdict: "rejected", reason: "no-position", raw: raw, report: report)
        let expected =
            #"{"verdict":"rejected","reason":"no-position","raw":{"mode":"none","differential":"none","source":"receiver"},"#
            + #""report":{"state":"no-fix","since":"1970-01-01T00:00:00.000Z","sequence":3}}"#
        #expect(String(decoding: line, as: UTF8.self) == expected)
    }
}
