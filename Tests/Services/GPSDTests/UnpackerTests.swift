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
