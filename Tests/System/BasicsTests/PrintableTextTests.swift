import Basics
import Testing

struct PrintableTextTests {
    @Test(
        "replaces control characters and nothing else",
        arguments: [
            ("/dev/ttyUSB0", "/dev/ttyUSB0"), ("Zürich, 東京 ± 3 m", "Zürich, 東京 ± 3 m"), ("", ""),
            ("\u{1B}[2Jgone", "\u{FFFD}[2Jgone"), ("a\r\nb\tc\u{0}", "a\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}"),
            ("\u{7F}\u{80}\u{9B}31m\u{9F}\u{A0}", "\u{FFFD}\u{FFFD}\u{FFFD}31m\u{FFFD}\u{A0}"),
            ("live\u{202E}elats\u{2028}\u{2069}", "live\u{FFFD}elats\u{FFFD}\u{FFFD}"),
        ])
    func replaces(raw: String, printable: String) {
        #expect(PrintableText.sanitized(raw) == printable)
    }

    @Test("truncates names of any composition")
    func cuts() {
        let long = String(repeating: "e\u{301}", count: 1000)
        #expect(PrintableText.sanitized(long, limit: PrintableText.maxDeviceLength).unicodeScalars.count == 128)
    }
}
