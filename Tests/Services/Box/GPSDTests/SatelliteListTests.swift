import Location
import Testing

@testable import GPSD

struct SatelliteListTests {
    private func read(_ text: String) -> [Satellite] {
        var bytes = Array(text.utf8CString)
        // The array ends with a NUL and outlives the call.
        return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return [] }
            return unsafe SatelliteList.read(start)
        }
    }

    private func line(_ satellites: String) -> String {
        #"{"class":"SKY","device":"/dev/a","nSat":2,"uSat":1,"satellites":[\#(satellites)]}"#
    }

    @Test("each satellite of gpsd 3.22 is parsed with all its values")
    func reads() {
        let text = line(
            #"{"PRN":5,"el":45.0,"az":120.5,"ss":38.0,"used":true,"gnssid":0,"svid":5,"health":1},"#
                + #"{"PRN":78,"gnssid":6,"svid":14,"used":false},{"PRN":301,"el":-3,"az":0,"ss":0,"used":false}"#)
        #expect(
            read(text) == [
                Satellite(constellation: .gps, number: 5, elevation: 45, azimuth: 120.5, signal: 38, isUsed: true),
                Satellite(constellation: .glonass, number: 14),
                Satellite(constellation: .galileo, number: 301, elevation: -3, azimuth: 0),
            ])
    }

    @Test(
        "the constellation comes from its id, else from the PRN",
        arguments: [
            (#""gnssid":1,"svid":120"#, .sbas), (#""gnssid":2,"svid":1"#, .galileo), (#""gnssid":3,"svid":1"#, .beidou),
            (#""gnssid":5,"svid":1"#, .qzss), (#""gnssid":7,"svid":1"#, .navic), (#""gnssid":99,"svid":1"#, .unknown),
            (#""PRN":12"#, .gps), (#""PRN":46"#, .sbas), (#""PRN":70"#, .glonass), (#""PRN":195"#, .qzss),
            (#""PRN":410"#, .beidou), (#""PRN":999"#, .unknown),
        ] as [(String, Constellation)])
    func constellation(members: String, constellation: Constellation) {
        #expect(read(line("{\(members)}")).map(\.constellation) == [constellation])
    }

    @Test(
        "invalid entries are skipped, and the count is limited",
        arguments: [
            ("", 0), ("{}", 0), ("{", 0), (#"{"PRN":}"#, 0), (#"{"PRN":1e9}"#, 0), (#"{"PRN":1.5}"#, 0),
            (#"{"PRN":-1}"#, 0),
            (#"{"PRN":"1"}"#, 0), (#"{"PRN"#, 0), (#"{"PRN":1},{"PRN"#, 1),
            (#"{"PRN":1,"el":nan,"az":1e400,"ss":-5}"#, 1),
            (#"{"PRN":1,,,}"#, 1), (#"{"x":{"PRN":1}}"#, 0),
            (Array(repeating: #"{"PRN":1}"#, count: 1000).joined(separator: ","), 256),
        ])
    func hostile(list: String, count: Int) {
        let satellites = read(line(list))
        #expect(satellites.count == count)
        #expect(satellites.allSatisfy { $0.elevation == nil && $0.azimuth == nil && $0.signal == nil })
    }

    @Test("a line without a list has no satellites")
    func none() {
        #expect(read(#"{"class":"SKY","hdop":1.0}"#).isEmpty && read("").isEmpty)
    }
}
