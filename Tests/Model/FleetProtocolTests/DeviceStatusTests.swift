import Basics
import FleetProtocol
import Testing

struct DeviceStatusTests {
    @Test("a status is written exactly, and read again")
    func golden() {
        var status = DeviceStatus(isOnline: true)
        status.time = Timestamp(milliseconds: 1_767_225_600_000)
        status.version = "0.1.0"
        status.receiver = "/dev/ttyACM0"
        status.satellites = 9
        status.diskFree = 12_000_000_000
        status.waiting = 17
        status.oldestWaiting = Timestamp(milliseconds: 1_767_225_000_000)
        status.clock = .synchronised
        status.staleAfter = .seconds(90)
        status.boot = "0123abcd"
        status.nameConflict = Timestamp(milliseconds: 1_767_225_600_000)
        let json =
            #"{"state":"online","time":"2026-01-01T00:00:00.000Z","version":"0.1.0","receiver":"/dev/ttyACM0","#
            + #""satellites":9,"diskFree":12000000000,"waiting":17,"oldestWaiting":"2025-12-31T23:50:00.000Z","#
            + #""clock":"synchronised","staleAfter":90,"boot":"0123abcd","#
            + #""nameConflict":"2026-01-01T00:00:00.000Z"}"#
        #expect(String(decoding: status.json, as: UTF8.self) == json)
        #expect(DeviceStatus(Array(json.utf8)) == status)
    }

    @Test("the will has only the state")
    func will() {
        #expect(DeviceStatus(isOnline: false).json == Array(#"{"state":"offline"}"#.utf8))
        #expect(DeviceStatus(Array(#"{"state":"offline"}"#.utf8)) == DeviceStatus(isOnline: false))
    }

    @Test("values that cannot be are unknown")
    func hostile() {
        let text =
            #"{"state":"online","time":"1900-01-01T00:00:00Z","satellites":-1,"diskFree":-5,"waiting":-1,"#
            + #""clock":"late","staleAfter":1e300,"oldestWaiting":"x"}"#
        #expect(DeviceStatus(Array(text.utf8)) == DeviceStatus(isOnline: true))
    }

    @Test(
        "what is no status is none",
        arguments: [
            "", "{}", #"{"state":"asleep"}"#,
            #"{"state":"online","version":"\#(String(repeating: "x", count: 5000))"}"#,
        ])
    func foreign(text: String) {
        #expect(DeviceStatus(Array(text.utf8)) == nil)
    }
}
