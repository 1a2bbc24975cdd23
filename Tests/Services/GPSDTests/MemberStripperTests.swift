import Testing

@testable import GPSD

@Suite struct MemberStripperTests {
    private func strip(_ text: String) -> String {
        var line = Array(text.utf8CString)
        unsafe line.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { unsafe MemberStripper.strip(from: base) }
        }
        return String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test("unused members are removed anywhere, and the rest is complete JSON")
    func cuts() {
        let line =
            #"{"class":"TPV","mode":3,"ept":0.005,"lat":1.5,"altHAE":3,"altMSL":2.1,"alt":2.1,"magtrack":1.0e2,"#
            + #""magvar":-3,"eph":4,"geoidSep":-16.700,"epc":1,"sep":190.380}"#
        #expect(strip(line) == #"{"class":"TPV","mode":3,"lat":1.5,"altHAE":3,"altMSL":2.1,"eph":4}"#)
    }

    @Test(
        "anything else is unchanged",
        arguments: [
            ("another class of value", #"{"class":"TPV","ept":"0.005","sep":[1,2],"alt":null,"epc":{"x":1}}"#),
            ("a longer or shorter name", #"{"class":"TPV","epta":1,"ep":2,"altitude":3,"sepia":4}"#),
            ("a name in a text", #"{"class":"TPV","device":",\"ept\":1,","lat":2}"#),
            ("a line truncated in a name", #"{"class":"TPV","ep"#),
            ("a line truncated in a number", #"{"class":"TPV","ept":0.0"#),
            ("no number at all", #"{"class":"TPV","ept":,"lat":1}"#),
            ("commas alone", ",,,,,"), ("nothing", ""),
        ])
    func stays(name: String, line: String) {
        #expect(strip(line) == line)
    }
}
