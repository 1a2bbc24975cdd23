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

    @Test(
        "no part of a user or a password remains, in any scheme",
        arguments: [
            ("tcp://joe:pw@h:1/x", "tcp://h:1/x"), ("NTRIP://joe@h/M", "NTRIP://h/M"),
            ("gpsd://a:b%40c@h:2947", "gpsd://h:2947"),
            ("dgpsip://joe:p@ss@h", "dgpsip://h"), ("x joe:pw@h", "x joe:pw@h"),
        ])
    func schemes(path: String, expected: String) {
        #expect(DevicePath.withoutCredentials(path) == expected)
    }

    @Test("an address that gpsd has cut before its host keeps its scheme")
    func cut() {
        let path = "ntrip://joe:" + String(repeating: "s3cret", count: 30)
        #expect(DevicePath.printable(String(path.prefix(127))) == "ntrip://…")
        #expect(DevicePath.printable(String(path.prefix(63))) == "ntrip://…")
        #expect(DevicePath.printable("ntrip://joe:s3cr") == "ntrip://…")
        #expect(DevicePath.printable("ntrip://joe:s3/cr") == "ntrip://…")
        #expect(DevicePath.printable("ntrip://c.example:2101/M:1") == "ntrip://c.example:2101/M:1")
        #expect(DevicePath.printable("ntrip://[2001:db8::1]:2101/M") == "ntrip://[2001:db8::1]:2101/M")
        let long = "/dev/serial/by-id/" + String(repeating: "x", count: 120)
        #expect(DevicePath.withoutCredentials(long) == long)
    }

    @Test("a text loses the credentials of all its addresses")
    func redacted() {
        let text = "gpsd has ntrip://joe:pw@c.example/M, tcp://a@b:1 and /dev/x@1; mail me@c.example"
        #expect(
            DevicePath.redacted(text) == "gpsd has ntrip://c.example/M, tcp://b:1 and /dev/x@1; mail me@c.example")
        #expect(DevicePath.redacted("cannot open ntrip://joe:s3cr") == "cannot open ntrip://…")
        #expect(DevicePath.redacted("bad user joe:s3cret@caster") == "bad user …@caster")
        #expect(UnreadLine.error("cannot open tcp://joe:s3 cret@h:1") == "an error of gpsd: cannot open tcp://h:1")
    }

    @Test("what gpsd knows of a device shows what its path does not")
    func knowledge() {
        #expect(!DevicePath.isReceiver("tcp://h:1", driver: "RTCM104V3", flags: 4))
        #expect(!DevicePath.isReceiver("tcp://h:1", driver: "RTCM104V3", flags: nil))
        #expect(!DevicePath.isReceiver("/dev/x", driver: "PPS", flags: 0))
        // A receiver that also sends corrections.
        #expect(DevicePath.isReceiver("/dev/x", driver: "RTCM104V3", flags: 5))
        #expect(DevicePath.isReceiver("/dev/x", driver: "u-blox", flags: nil))
        #expect(DevicePath.isReceiver(nil, driver: nil, flags: nil))
        #expect(!DevicePath.isReceiver("ntrip://c/M", driver: nil, flags: 1))
    }

    @Test("sources of corrections and pulses are no receivers")
    func receivers() {
        for path in ["ntrip://c/M", "NTRIP://c/M", "dgpsip://c", "/dev/pps0", "/dev/gpspps0", "/dev/ptp1", "rtcm://c"] {
            #expect(!DevicePath.isReceiver(path))
        }
        for path in ["/dev/ttyACM0", "tcp://h:1", "udp://h:1", "gpsd://h", "mavlink", ""] {
            #expect(DevicePath.isReceiver(path))
        }
    }
}
