import Testing

@testable import JSON

struct SafeJSONTests {
    @Test(
        "nesting is counted, and brackets in strings are ignored",
        arguments: [
            ("0", 0), ("{}", 1), (#"{"a":[{"b":1}]}"#, 3), (#"{"a":"[[[["}"#, 1), (#"{"a":"\"[[["}"#, 1),
            (#"["\\",[]]"#, 2), ("[[],[],[]]", 2),
        ])
    func nesting(text: String, depth: Int) throws {
        for outer in 0...20 {
            let nested = String(repeating: "[", count: outer) + text + String(repeating: "]", count: outer)
            let error = #expect(throws: DecodingError.self) { try SafeJSON.decode(Bool.self, from: Array(nested.utf8)) }
            guard case .dataCorrupted(let context) = error else {
                #expect(outer + depth <= 16)
                continue
            }
            #expect(context.debugDescription == "nested deeper than 16 levels" && outer + depth > 16)
        }
    }

    @Test("excessive nesting is an error, also at the depth at which the decoder traps", arguments: 17...600)
    func tooDeep(depth: Int) {
        let text = #"{"class":"# + String(repeating: "[", count: depth - 1)
        #expect(throws: DecodingError.self) { try SafeJSON.decode([String: String].self, from: Array(text.utf8)) }
    }

    @Test("other input is decoded")
    func shallow() throws {
        #expect(try SafeJSON.decode([String: [Int]].self, from: Array(#"{"a":[1,2]}"#.utf8)) == ["a": [1, 2]])
    }

    @Test("UTF-16 and UTF-32 are an error before anything is counted", arguments: [1, 2, 4], [512, 100_000])
    func otherEncodings(width: Int, depth: Int) {
        // A byte of this letter looks like a quotation mark, behind which no bracket counts.
        let units = [0x0122, 0x2C].reduce(into: [0x5B, 0x22]) { $0.append($1) } + Array(repeating: 0x5B, count: depth)
        let little = units.flatMap { unit in (0..<width).map { UInt8(truncatingIfNeeded: unit >> (8 * $0)) } }
        let big = units.flatMap { unit in (0..<width).reversed().map { UInt8(truncatingIfNeeded: unit >> (8 * $0)) } }
        for bytes in [little, big] {
            #expect(throws: DecodingError.self) { try SafeJSON.decode([String].self, from: bytes) }
        }
    }

    @Test("a zero byte is an error wherever it is", arguments: ["\u{0}[1]", "[1]\u{0}", "[\u{0}1]", "[1,\u{0}2]"])
    func zeroByte(text: String) throws {
        let error = try #require(throws: DecodingError.self) { try SafeJSON.decode([Int].self, from: Array(text.utf8)) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("another error: \(error)")
            return
        }
        #expect(context.debugDescription == "a zero byte; expected JSON in UTF-8")
    }
}
