import Testing

@testable import Daemon

struct ProgressBarTests {
    @Test("is redrawn for each per cent, and never beyond the end")
    func steps() {
        var bar = ProgressBar(name: "/a/ride\u{1B}.gpx", size: 1000)
        let half = String(repeating: "#", count: 15) + String(repeating: ".", count: 15)
        #expect(bar.line(read: 500, points: 7) == "\r\u{1B}[Kride\u{FFFD}.gpx [\(half)] 50 % 7 points")
        #expect(bar.line(read: 509, points: 8) == nil)
        #expect(bar.line(read: 510, points: 8)?.contains(" 51 % ") == true)
        #expect(bar.line(read: 5000, points: 9)?.contains(" 100 % ") == true)
    }

    @Test("a pipe has no percentage, and an empty file does not divide by zero")
    func unknownEnd() {
        var pipe = ProgressBar(name: "-", size: nil)
        #expect(pipe.line(read: 10, points: 3) == "\r\u{1B}[K- 3 points")
        #expect(pipe.line(read: 11, points: 4) == nil)
        var empty = ProgressBar(name: "e", size: 0)
        #expect(empty.line(read: 0, points: 0)?.contains(" 100 % ") == true)
    }
}
