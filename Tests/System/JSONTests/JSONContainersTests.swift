import Testing

@testable import JSON

struct JSONContainersTests {
    /// Decodes by hand what the compiler never writes: nested containers and the decoder of a superclass.
    private struct Nested: Decodable, Equatable {
        var values: [Int] = []
        var name = ""
        var inherited: Int?
        var keys: Set<String> = []

        enum CodingKeys: String, CodingKey {
            case list, object
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            var list = try members.nestedUnkeyedContainer(forKey: .list)
            while !list.isAtEnd {
                if try list.decodeNil() { continue }
                values.append(try list.decode(Int.self))
            }
            #expect(throws: DecodingError.self) { try list.decode(Int.self) }
            let object = try members.nestedContainer(keyedBy: CodingKeys.self, forKey: .object)
            name = try object.decode(String.self, forKey: .list)
            inherited = try? members.superDecoder().singleValueContainer().decode(Int.self)
            keys = Set(members.allKeys.map(\.stringValue))
        }
    }

    @Test("nested containers, and the decoder of a superclass, read their part of the text")
    func nested() throws {
        let text = #"{"list":[1,null,2],"object":{"list":"a"},"super":3,"other":4}"#
        let value = try SafeJSON.decode(Nested.self, from: Array(text.utf8))
        #expect(value.values == [1, 2])
        #expect(value.name == "a")
        #expect(value.inherited == 3)
        #expect(value.keys == ["list", "object"])
    }

    @Test("a value that an array cannot decode is decoded as another type")
    func retry() throws {
        struct Mixed: Decodable {
            var texts: [String] = []

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd {
                    if let text = try? list.decode(String.self) {
                        texts.append(text)
                    } else {
                        texts.append(String(try list.decode(Int.self)))
                    }
                }
            }
        }
        #expect(try SafeJSON.decode(Mixed.self, from: Array(#"["a",1,"b"]"#.utf8)).texts == ["a", "1", "b"])
    }

    @Test(
        "a number is written with the digits that represent it exactly",
        arguments: [(0, "0"), (1800, "1800"), (0.1, "0.1"), (1e300, "1e+300"), (-2.5, "-2.5"), (.nan, "")])
    func exactNumbers(number: Double, text: String) {
        var writer = JSONWriter()
        writer.object { $0.exactNumber("a", number) }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == (text.isEmpty ? "{}" : #"{"a":\#(text)}"#))
    }
}
