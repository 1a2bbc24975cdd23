import Testing

@testable import GPSD

struct LineFramerTests {
    private func lines(of pieces: [String]) -> [String] {
        var framer = LineFramer()
        var lines: [String] = []
        for piece in pieces {
            unsafe Array(piece.utf8).withUnsafeBytes {
                unsafe framer.append($0) { unsafe lines.append(String(decoding: $0, as: UTF8.self)) }
            }
        }
        return lines
    }

    @Test(
        "splits lines in any pieces",
        arguments: [
            (["a\nb\n"], ["a", "b"]), (["a", "b\r", "\nc\n"], ["ab", "c"]), (["\n\r\n\n"], []), (["a"], []),
            (["a\rb\r", "c\r"], ["a", "b", "c"]), (["a\r\nb", "\r\n"], ["a", "b"]), (["a\rb\n"], ["a\rb"]),
            (["a\0\0b\0", "\0c\0"], ["a", "b", "c"]), (["\0\0a\r\0b\r", "c\0"], ["\0\0a", "\0b", "c"]),
        ])
    func cuts(pieces: [String], expected: [String]) {
        #expect(lines(of: pieces) == expected)
    }

    @Test("a line of 100 kB costs only itself", arguments: [1000, 65_536, 200_000])
    func overlong(chunk: Int) {
        let text = "first\n" + String(repeating: "x", count: 100_000) + "\nlast\n"
        var pieces: [String] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
        }
        #expect(lines(of: pieces) == ["first", "last"])
    }

    @Test("many line ends of any kind cost linear time", arguments: ["\n", "\r", "\0", "\r\n"])
    func ends(end: String) {
        #expect(lines(of: ["a" + String(repeating: end, count: 1_000_000) + "b" + end]) == ["a", "b"])
    }

    @Test("a line of the maximum length passes, and one byte more does not")
    func maximal() {
        let maximal = String(repeating: "x", count: LineFramer.maxLineLength)
        #expect(lines(of: [maximal + "\n" + maximal + "x\n", "y\n"]) == [maximal, "y"])
    }

    @Test("a partial line is discarded with its connection")
    func reset() {
        var framer = LineFramer()
        var lines: [String] = []
        unsafe Array("half".utf8).withUnsafeBytes { unsafe framer.append($0) { _ in } }
        unsafe framer.finish { unsafe lines.append(String(decoding: $0, as: UTF8.self)) }
        unsafe Array("whole\n".utf8).withUnsafeBytes {
            unsafe framer.append($0) { unsafe lines.append(String(decoding: $0, as: UTF8.self)) }
        }
        #expect(lines == ["whole"])
    }

    @Test("an object without a line end counts when its connection ends, and lines that are too long are counted")
    func whole() {
        var framer = LineFramer()
        var lines: [String] = []
        for text in ["{\"class\":1}", ""] {
            unsafe Array(text.utf8).withUnsafeBytes { unsafe framer.append($0) { _ in } }
            unsafe framer.finish { unsafe lines.append(String(decoding: $0, as: UTF8.self)) }
        }
        #expect(lines == ["{\"class\":1}"])
        let long = Array((String(repeating: "x", count: LineFramer.maxLineLength + 1) + "\n").utf8)
        for chunk in [long, long + long] { unsafe chunk.withUnsafeBytes { unsafe framer.append($0) { _ in } } }
        #expect(framer.skipped == 3)
    }
}
