import Testing

@testable import Linux

struct LogTests {
    private func line(_ message: String, prefixed: Bool = false) -> String {
        String(decoding: Log.line(.warning, message, prefixed: prefixed), as: UTF8.self)
    }

    @Test("a line is one line, with nothing in it that a terminal obeys")
    func oneLine() {
        #expect(line("no-gpsd: \u{1B}[2Jrefused\r") == "no-gpsd: \u{FFFD}[2Jrefused\u{FFFD}\n")
        #expect(line("first\nsecond\n") == "first; second\n")
    }

    @Test("the journal is told how much it matters")
    func priority() {
        #expect(line("stale", prefixed: true) == "<4>stale\n")
    }
}
