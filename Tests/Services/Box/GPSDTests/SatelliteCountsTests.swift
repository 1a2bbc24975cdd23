import Testing

@testable import GPSD

@Suite struct SatelliteCountsTests {
    private static let list = #","satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}"#

    /// Returns the counts of a line, and the rest of it.
    private func cut(_ text: String) -> (counts: SatelliteCounts?, rest: String) {
        var line = Array(text.utf8CString)
        let counts = unsafe line.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe SatelliteCounts(cutting: $0) }
        }
        let rest = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return (counts, String(decoding: rest, as: UTF8.self))
    }

    @Test("the counts are parsed, and the rest is complete JSON without the list")
    func counts() {
        let (counts, rest) = cut(#"{"class":"SKY","hdop":0.70,"nSat":12,"uSat":8"# + Self.list)
        #expect(counts?.used == 8)
        #expect(counts?.visible == 12)
        #expect(rest == #"{"class":"SKY","hdop":0.70,"nSat":12,"uSat":8}"#)
    }

    @Test(
        "implausible counts leave the line unchanged",
        arguments: [
            ("no uSat", #"{"class":"SKY","nSat":12"# + list), ("no nSat", #"{"class":"SKY","uSat":8"# + list),
            ("no list", #"{"class":"SKY","nSat":12,"uSat":8}"#),
            ("an empty list", #"{"class":"SKY","nSat":12,"uSat":8,"satellites":[]}"#),
            ("below 0", #"{"class":"SKY","nSat":12,"uSat":-1"# + list),
            ("absurd", #"{"class":"SKY","nSat":99999999999999999999,"uSat":8"# + list),
            ("a fraction", #"{"class":"SKY","nSat":12.5,"uSat":8"# + list),
            ("a text", #"{"class":"SKY","nSat":"12","uSat":8"# + list),
            ("counts behind the list", #"{"class":"SKY","satellites":[{"PRN":1}],"nSat":1,"uSat":1,"x":[{}]}"#),
            ("something behind the list", #"{"class":"SKY","nSat":2,"uSat":1"# + list.dropLast() + #","hdop":1}"#),
            ("a truncated line", #"{"class":"SKY","nSat":2,"uSat":1,"satellites":[{"PRN"#),
        ])
    func unbelievable(name: String, line: String) {
        let (counts, rest) = cut(line)
        #expect(counts == nil)
        #expect(rest == line)
    }
}
