import Testing

@testable import JSON

struct SafeJSONTests {
    @Test(
        "counts nesting, and ignores brackets in strings",
        arguments: [
            ("", 0), ("{}", 1), (#"{"a":[{"b":1}]}"#, 3), (#"{"a":"[[[["}"#, 1), (#"{"a":"\"[[["}"#, 1),
            (#"["\\",[]]"#, 2), ("]]][[", 0),
        ])
    func nesting(text: String, depth: Int) {
        #expect(SafeJSON.nesting(of: Array(text.utf8)) == depth)
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
}
