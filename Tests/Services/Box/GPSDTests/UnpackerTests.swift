import Basics
import Location
import Testing

@testable import GPSD

struct UnpackerTests {
    private func tpv(time: String) throws -> TPV {
        var unpacker = Unpacker()
        var line = Array(#"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(time)","lat":1,"lon":2}"#.utf8CString)
        let read = unsafe line.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe unpacker.tpv($0) }
        }
        return try #require(read)
    }

    private static func list(used: [Bool]) -> String {
        let satellites = used.enumerated().map { #"{"PRN":\#($0 + 1),"el":40.0,"az":90.0,"ss":30.0,"used":\#($1)}"# }
        return #""satellites":[\#(satellites.joined(separator: ","))]"#
    }

    /// Returns the counts of the last of several SKY lines with these members.
    private func counts(of lines: [String]) throws -> [Int?] {
        var unpacker = Unpacker()
        var satellites: Satellites?
        for members in lines {
            var line = Array(#"{"class":"SKY","device":"/dev/a",\#(members)}"#.utf8CString)
            let lists = members.contains("satellites")
            satellites = unsafe line.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.baseAddress.map { unsafe unpacker.sky($0, listsSatellites: lists).satellites }
            }
        }
        let last = try #require(satellites)
        return [last.used, last.visible]
    }

    @Test(
        "satellites are counted with or without gpsd's own counts",
        arguments: ["", #""nSat":3,"#, #""uSat":2,"#, #""nSat":3,"uSat":2,"#])
    func satelliteCounts(members: String) throws {
        let list = Self.list(used: [true, true, false])
        #expect(try counts(of: [members + list]) == [2, 3])
        #expect(try counts(of: [Self.list(used: Array(repeating: true, count: 12)), members + list]) == [2, 3])
    }

    @Test("a line without a list has no counts, whatever was listed before")
    func noSatellites() throws {
        #expect(try counts(of: [Self.list(used: [true]), #""hdop":1.0"#]) == [nil, nil])
    }

    @Test(
        "an impossible time is nil, without a crash",
        arguments: [
            "2026-01-01T00:00:00.92233720368547e10Z", "2026-01-01T00:00:00.1e9Z", "2026-01-01T00:00:00.1e11Z",
            "2026-01-01T00:00:00.1e300Z", "2026-01-01T00:00:00.1e308Z", "1969-12-31T23:59:59Z", "", "yesterday",
        ])
    func impossible(time: String) throws {
        let tpv = try tpv(time: time)
        #expect(tpv.time == nil)
        #expect(tpv.mode == 3)
    }

    @Test(
        "a valid time is parsed to the millisecond",
        arguments: ["2026-01-01T00:00:00.001Z", "9999-12-31T23:59:59.999Z"])
    func possible(time: String) throws {
        #expect(try tpv(time: time).time?.iso8601 == time)
    }
}
