import FoundationEssentials
import Testing

@testable import JSON

/// Compares SafeJSON with Foundation's JSONDecoder, which read the same files and messages until version 0.1.
struct FoundationComparisonTests {
    /// A document with every type of member that the programs decode.
    private struct Document: Decodable, Equatable {
        struct Part: Decodable, Equatable {
            var name: String
            var numbers: [Double]?
        }

        var text: String?
        var number: Double?
        var whole: Int?
        var sequence: UInt64?
        var small: Int8?
        var truth: Bool?
        var part: Part?
        var parts: [Part?]?
        var counts: [String: Int]?
    }

    /// What a decoder makes of a text: the value, or the error and its path.
    private static func outcome<Value: Decodable>(_ type: Value.Type, _ decode: () throws -> Value) -> String {
        do {
            return "\(try decode())"
        } catch {
            return switch error {
            case DecodingError.keyNotFound(let key, let context): "no \(key.stringValue) at \(path(context))"
            case DecodingError.valueNotFound(let type, let context): "null for \(type) at \(path(context))"
            case DecodingError.typeMismatch(let type, let context):
                "not \(type) at \(path(context)): \(context.debugDescription)"
            case DecodingError.dataCorrupted(let context):
                "corrupted at \(path(context)): \(context.debugDescription)"
            default: "\(error)"
            }
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" }.joined(separator: ".")
    }

    private static func compare<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8], location: SourceLocation = #_sourceLocation
    ) {
        let ours = outcome(type) { try SafeJSON.decode(type, from: bytes) }
        let theirs = outcome(type) { try JSONDecoder().decode(type, from: Data(bytes)) }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(ours == theirs, "\(text)", sourceLocation: location)
    }

    @Test(
        "a text has the same value or error as with Foundation",
        arguments: [
            "", " ", "{}", "{} ", "{}x", "[]", "null", "{", "}", "{]", #"{"text""#, #"{"text":}"#, #"{"text" "a"}"#,
            #"{"text":"a",}"#, #"{"text":"a",,}"#, #"{,}"#, #"{"text":"a" "number":1}"#, #"{text:1}"#, "\u{FEFF}{}",
            #"{"text":"a","text":"b"}"#, #"{"text":null}"#, #"{"text":1}"#, #"{"text":true}"#, #"{"text":[]}"#,
            #"{"text":{}}"#, #"{"te\u0078t":"a"}"#, #"{"text":"\"\\\/\b\f\n\r\t"}"#, #"{"text":"\u00e9\uD83D\ude00"}"#,
            #"{"text":"\uD83D"}"#, #"{"text":"\uDE00"}"#, #"{"text":"\uD83D\u0041"}"#, #"{"text":"\u12"}"#,
            #"{"text":"\x"}"#, #"{"other":"\x"}"#, "{\"text\":\"a\tb\"}", #"{"text":"a"#, #"{"text":"a\"#,
            #"{"text":"\u0000"}"#, #"{"truth":true}"#, #"{"truth":false}"#, #"{"truth":tru}"#, #"{"truth":truex}"#,
            #"{"truth":1}"#, #"{"truth":nul}"#, #"{"part":{"name":"a"}}"#, #"{"part":{}}"#, #"{"part":null}"#,
            #"{"part":[]}"#, #"{"part":{"name":null}}"#, #"{"part":{"name":"a","numbers":[1,2.5,-3e2]}}"#,
            #"{"part":{"name":"a","numbers":[1,"x"]}}"#, #"{"part":{"name":"a","numbers":[null]}}"#,
            #"{"part":{"name":"a","numbers":{}}}"#, #"{"part":{"name":"a","numbers":[1,]}}"#,
            #"{"parts":[{"name":"a"},null,{"name":"b"}]}"#, #"{"parts":[{"name":"a"},{}]}"#, #"{"parts":[1]}"#,
            #"{"counts":{"a":1}}"#, #"{"number":1e-400}"#, #"{"counts":{"a":1.5}}"#, #"{"counts":[]}"#,
        ])
    func texts(text: String) {
        Self.compare(Document.self, Array(text.utf8))
    }

    @Test(
        "a number has the same value or error as with Foundation",
        arguments: [
            "0", "-0", "1", "-1", "01", "-01", "1.", ".5", "-", "--1", "+1", "1.0", "1.5", "34.0", "1e3", "1E+3",
            "1e-3",
            "1e", "1e+", "1.e5", "1.5e1", "1-2", "127", "128", "-128", "-129", "1e308", "1e309", "-1e999",
            "0e-400", "0.0", "0.1", "9007199254740993", "18446744073709551615", "18446744073709551616",
            "9223372036854775807", "-9223372036854775808", "123456789.123456789", "5e-324", "2.2250738585072014e-308",
            "179769313486231570000000000000000000000", "0.000000000000000000000000000001", "1 2", "1x", "Infinity",
            "NaN",
        ], ["number", "whole", "sequence", "small", "other"])
    func numbers(number: String, member: String) {
        Self.compare(Document.self, Array(#"{"\#(member)":\#(number)}"#.utf8))
        Self.compare(Double.self, Array(number.utf8))
    }

    @Test("invalid UTF-8 has the same outcome as with Foundation, read or ignored", arguments: ["text", "other"])
    func invalidText(member: String) {
        for bytes in [[0xFF], [0xC3], [0xC3, 0xA9], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0xC0, 0x80]] {
            let value: [UInt8] = [0x22] + bytes.map(UInt8.init) + [0x22]
            Self.compare(Document.self, Array(#"{"\#(member)":"#.utf8) + value + [0x7D])
            Self.compare(Document.self, [0x7B] + value + Array(":1}".utf8))
        }
    }

    @Test("a string that is ignored ends where it does with Foundation")
    func ignoredStrings() {
        let letters = Array(#""\u1z"#.utf8)
        var contents: [[UInt8]] = [[]]
        for _ in 0..<5 {
            contents = [[]] + contents.flatMap { content in letters.map { content + [$0] } }
            for content in contents {
                Self.compare(Document.self, Array(#"{"other":""#.utf8) + content + Array(#"","whole":1}"#.utf8))
            }
        }
    }

    @Test("an altered or truncated text has the same outcome as with Foundation")
    func mutations() {
        let text = #"{"text":"a\u00e9\n","number":-1.5e2,"whole":7,"truth":true,"part":{"name":"b","numbers":[1,2]}}"#
        let letters = Array(#"{}[]:,"\u0123456789.eE+-truefalsn "#.utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = letters.randomElement(using: &generator) ?? 0
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            Self.compare(Document.self, bytes)
        }
    }

    @Test("a list of values has the same outcome as with Foundation")
    func lists() {
        for text in [#"[[1,2],[3]]"#, #"[["a"]]"#, "[[],null]", "[1]", #"{"a":[]}"#] {
            Self.compare([[Double]].self, Array(text.utf8))
            Self.compare([String: [Int]].self, Array(text.utf8))
            Self.compare([[Int]?].self, Array(text.utf8))
        }
    }
}
