import Testing

@testable import GPSD

@Suite struct MemberStripperTests {
    private func strip(_ text: String) -> String { read(text).rest }

    private func read(_ text: String) -> (rest: String, numbers: TPVNumbers) {
        var line = Array(text.utf8CString)
        var numbers = TPVNumbers()
        unsafe line.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { unsafe MemberStripper.strip(from: base, into: &numbers) }
        }
        return (String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), numbers)
    }

    @Test("unused members are removed anywhere, and the rest is complete JSON")
    func cuts() {
        let line =
            #"{"class":"TPV","mode":3,"ept":0.005,"lat":1.5,"altHAE":3,"altMSL":2.1,"alt":2.1,"magtrack":1.0e2,"#
            + #""magvar":-3,"eph":4,"geoidSep":-16.700,"epc":1,"sep":190.380,"dgpsAge":1.5}"#
        #expect(strip(line) == #"{"class":"TPV","mode":3}"#)
    }

    @Test("each member is read", arguments: [false, true])
    func reads(isLast: Bool) {
        let names =
            "lat lon altHAE altMSL eph epx epy epv speed eps track epd climb alt dgpsAge clockdrift jam ant antPwr"
            .split(separator: " ")
        for (index, name) in names.enumerated() {
            let (rest, numbers) = read(#"{"class":"TPV","\#(name)":-12.50"# + (isLast ? "}" : #","mode":3}"#))
            #expect(rest == (isLast ? #"{"class":"TPV"}"# : #"{"class":"TPV","mode":3}"#))
            #expect(numbers.values[index] == -12.5)
            #expect(names.indices.filter { !numbers.values[$0].isNaN } == [index])
        }
    }

    @Test("a longer name that ends like a member is none")
    func longNames() {
        for name in ["xclockdrift", "xockdrift", "ockdrift", "myaltMSL00", "clockdrif"] {
            #expect(strip(#"{"class":"TPV","\#(name)":1}"#) == #"{"class":"TPV","\#(name)":1}"#)
        }
    }

    @Test("a number is the one that libgps reads, to the last bit")
    func precision() throws {
        var unpacker = Unpacker()
        func latitude(_ text: String) throws -> Double {
            var line = Array(#"{"class":"TPV","mode":3,"lat":\#(text)}"#.utf8CString)
            let read = unsafe line.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.baseAddress.map { unsafe unpacker.tpv($0) }
            }
            return try #require(read).latitude
        }
        var digits: UInt64 = 1
        for round in 0..<3000 {
            digits = digits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let text = String(digits >> 16).prefix(round % 15 + 1)
            let point = text.index(text.startIndex, offsetBy: 1 + round % text.count)
            let number = point == text.endIndex ? String(text) : "-\(text[..<point]).\(text[point...])"
            // With an exponent, it is left to libgps.
            #expect(try latitude(number) == latitude(number + "e0"))
        }
    }

    @Test(
        "what is not a plain decimal number is left to libgps",
        arguments: ["1e5", "+1", ".5", "5.", "-", "1.2.3", "1234567890.123456", "\"1\"", "null", "1 ", "NaN", "0x1"])
    func leaves(value: String) {
        let line = #"{"class":"TPV","lat":"# + value + #","mode":3}"#
        let (rest, numbers) = read(line)
        #expect(rest == line && numbers.values[0].isNaN)
    }

    @Test("the members of a nested value are not read")
    func nested() {
        let line = #"{"class":"TPV","base":{"a":1,"lat":2},"mode":3}"#
        let (rest, numbers) = read(line)
        #expect(rest == line && numbers.values[0].isNaN)
    }

    @Test(
        "anything else is unchanged",
        arguments: [
            ("another class of value", #"{"class":"TPV","ept":"0.005","sep":[1,2],"alt":null,"epc":{"x":1}}"#),
            ("a longer or shorter name", #"{"class":"TPV","epta":1,"ep":2,"altitude":3,"sepia":4}"#),
            ("a name in a text", #"{"class":"TPV","device":",\"ept\":1,\"lat\":1,","mode":2}"#),
            ("a line truncated in a name", #"{"class":"TPV","ep"#),
            ("a line truncated in a number", #"{"class":"TPV","ept":0.0"#),
            ("no number at all", #"{"class":"TPV","ept":,"lat":,"mode":1}"#),
            ("commas alone", ",,,,,"), ("nothing", ""),
        ])
    func stays(name: String, line: String) {
        #expect(strip(line) == line)
    }
}
