import Testing

@testable import JSON

struct LenientJSONTests {
    private func objects(_ text: String) -> [String] {
        LenientJSON(Array(text.utf8)).objects.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "faults of programs without a library are mended",
        arguments: [
            (#"{"a": 1, "b": [1, 2, ], }"#, [#"{"a":1,"b":[1,2]}"#]),
            (
                #"{"a":nan,"b":-Infinity,"c":None,"d":True,"e":FALSE}"#,
                [#"{"a":null,"b":null,"c":null,"d":true,"e":false}"#]
            ),
            (#"{"a":+1.50,"b":.5,"c":5.,"d":-0.25,"e":1e3}"#, [#"{"a":1.5,"b":0.5,"c":5.0,"d":-0.25,"e":1e3}"#]),
            (#"12:00 {"a":1}{"b":"x, }"} tail"#, [#"{"a":1}"#, #"{"b":"x, }"}"#]),
            (#"{"a":"say \"x\" \\","b":1}"#, [#"{"a":"say \"x\" \\","b":1}"#]), ("", []), ("[1]", []),
        ])
    func mended(text: String, expected: [String]) {
        #expect(objects(text) == expected)
        #expect(!LenientJSON(Array(text.utf8)).isDamaged)
    }

    @Test(
        "an object that does not end is damaged, and those before it count",
        arguments: [
            #"{"a":1}{"b":1 2}"#, #"{"a":1}{"b":"x" "y"}"#, #"{"a":1}{,}"#, #"{"a":1}{"b":1,,}"#, #"{"a":1}{"b" {}}"#,
            #"{"a":1}{"b":"#, #"{"a":1}{"b":"x"#, #"{"a":1}{"b":[}"#, #"{"a":1}{"b":"\"#,
        ])
    func damaged(text: String) {
        #expect(objects(text) == [#"{"a":1}"#])
        #expect(LenientJSON(Array(text.utf8)).isDamaged)
    }

    @Test("deep nesting is damage")
    func nesting() {
        let deep = String(repeating: "{\"a\":", count: 17)
        #expect(LenientJSON(Array(deep.utf8)).isDamaged)
    }
}
