import Location
import Testing

@testable import Daemon

struct ShowcaseLineTests {
    @Test("nothing in a line is obeyed by a terminal")
    func printable() {
        var report = Report(state: .noGPSD, since: Timestamp(milliseconds: 0))
        report.detail = "\u{1B}[2J\n\u{9B}31m"
        let line = ShowcaseLine.text(report)
        #expect(line.contains("\u{FFFD}[2J\u{FFFD}\u{FFFD}31m"))
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
