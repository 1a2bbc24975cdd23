import Testing

@testable import GPSD

/// Hostile device names, which would reach terminals, journals and files.
struct HostileDeviceTests {
    private static let long = "/dev/" + String(repeating: "x", count: 500)

    @Test("control characters of a path are replaced in device messages")
    func notice() {
        let path = #""path":"/dev/\u001b[2J\u009b\n""#
        let clean = "/dev/\u{FFFD}[2J\u{FFFD}\u{FFFD}"
        #expect(ControlMessage(Array(#"{"class":"DEVICE",\#(path)}"#.utf8)) == .device(path: clean, present: true))
        #expect(ControlMessage(Array(#"{"class":"DEVICES","devices":[{\#(path)}]}"#.utf8)) == .devices([clean]))
        let cut = String(Self.long.prefix(128))
        #expect(
            ControlMessage(Array(#"{"class":"DEVICE","path":"\#(Self.long)"}"#.utf8))
                == .device(path: cut, present: true))
    }

    @Test(
        "control characters of a path are replaced in reports, line after line",
        arguments: [
            (Array(#"/dev/\u001b[2J\n"#.utf8), "/dev/\u{FFFD}[2J\u{FFFD}"),
            (Array("/dev/\u{7F}\u{9B}31m".utf8), "/dev/\u{FFFD}\u{FFFD}31m"),
            (Array("/dev/".utf8) + [0xFF, 0x41], "/dev/\u{FFFD}A"),
        ])
    func report(path: [UInt8], clean: String) {
        var unpacker = Unpacker()
        let devices = [path, Array("/dev/a".utf8), path, path].map { device(of: $0, &unpacker) }
        #expect(devices == [clean, "/dev/a", clean, clean])
    }

    @Test("the credentials of a stream are removed from messages and reports")
    func credentials() {
        let path = "tcp://joe:s3cret@caster.example:2101/MNT"
        let clean = "tcp://caster.example:2101/MNT"
        let device = #"{"class":"DEVICE","path":"\#(path)"}"#
        #expect(ControlMessage(Array(device.utf8)) == .device(path: clean, present: true))
        #expect(ControlMessage(Array(#"{"class":"DEVICES","devices":[\#(device)]}"#.utf8)) == .devices([clean]))
        var unpacker = Unpacker()
        #expect(self.device(of: Array(path.utf8), &unpacker) == clean)
    }

    private func device(of path: [UInt8], _ unpacker: inout Unpacker) -> String? {
        let bytes = Array(#"{"class":"TPV","device":""#.utf8) + path + Array(#"","mode":1}"#.utf8) + [0]
        var line = bytes.map { CChar(bitPattern: $0) }
        return unsafe line.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe unpacker.tpv($0).device }
        }
    }
}
