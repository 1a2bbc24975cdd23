import Location
import Testing

struct DevicePathTests {
    @Test(
        "an address loses its user and password, whatever they contain",
        arguments: [
            "joe:s3cret@caster.example:2101/MNT", "joe:s3cret/s3cret@caster.example:2101/MNT",
            "a@b.example:s3cret@@@caster.example:2101/MNT", "s3cret@caster.example:2101/MNT",
            "joe:s3cret://s3cret@caster.example:2101/MNT", ":s3cret@caster.example:2101/MNT",
        ])
    func address(rest: String) {
        #expect(DevicePath.printable("ntrip://" + rest) == "ntrip://caster.example:2101/MNT")
    }

    @Test(
        "other paths remain as they are",
        arguments: [
            "/dev/ttyUSB0", "/dev/serial/by-id/usb-u-blox_AG@1-if00", "udp://239.1.2.3:4000",
            "ntrip://caster.example/MNT", "",
        ])
    func other(path: String) {
        #expect(DevicePath.printable(path) == path)
    }

    @Test("a password longer than a path is removed before the path is cut")
    func long() {
        let password = String(repeating: "s3cret", count: 100)
        #expect(DevicePath.printable("ntrip://joe:\(password)@caster.example/MNT") == "ntrip://caster.example/MNT")
    }

    @Test("control characters become visible, and a long path is cut")
    func sanitised() {
        #expect(DevicePath.printable("/dev/tty\u{1B}[2J") == "/dev/tty\u{FFFD}[2J")
        #expect(DevicePath.printable(String(repeating: "x", count: 500)).count == 128)
    }
}
