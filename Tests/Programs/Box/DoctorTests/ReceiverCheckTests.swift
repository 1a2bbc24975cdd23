import Basics
import CommandLine
import Configuration
import Linux
import Location
import Testing

@testable import Doctor

struct ReceiverCheckTests {
    @Test(
        "receiver",
        arguments: [
            CheckCase("has one", "ok", "gpsd has /dev/ttyUSB0 (NMEA0183)"),
            CheckCase("new one", "ok", "/dev/ttyUSB0 (not recognised yet)") { $0.gpsd.devices[0].driver = nil },
            CheckCase(
                "not the one", "fail", "does not have /dev/gps1, which [gpsd] device names, but /dev/ttyUSB0",
                cure: "device"
            ) {
                $0.settings.device = "/dev/gps1"
            },
            CheckCase("nothing plugged in", "fail", "no /dev/ttyUSB, ttyACM", cure: "plug the receiver in") {
                $0.gpsd.devices = []
                $0.candidatePorts = []
            },
            CheckCase("only corrections", "fail", "only ntrip://c.example/M, which has no", cure: "add the receiver") {
                $0.gpsd.devices = []
                $0.gpsd.otherSources = ["ntrip://c.example/M"]
            },
            CheckCase("unknown to gpsd", "fail", "but there is /dev/ttyUSB0", cure: "sudo gpsdctl add /dev/ttyUSB0") {
                $0.gpsd.devices = []
            },
            CheckCase("hotplug disabled", "fail", "USBAUTO", cure: "DEVICES=\"/dev/ttyUSB0\"") {
                $0.gpsd.devices = []
                $0.installation.defaults?.isUSBHotplugEnabled = false
            },
            CheckCase(
                "the wrong one", "fail", "/dev/ttyUSB1, which /etc/default/gpsd names, does not exist (but",
                cure: "DEVICES"
            ) {
                $0.gpsd.devices = []
                $0.installation.defaults?.devices = ["/dev/ttyUSB1"]
            },
            CheckCase(
                "unplugged", "fail", "/dev/ttyUSB0, which /etc/default/gpsd names, does not exist",
                cure: "plug the receiver"
            ) {
                $0.gpsd.devices = []
                $0.candidatePorts = []
                $0.installation.defaults?.devices = ["/dev/ttyUSB0"]
            },
            CheckCase("elsewhere", "fail", "gpsd has no receiver", cure: "plug one in there") {
                $0.gpsd.devices = []
                $0.settings.gpsd = GPSDAddress(host: "box.local")
            },
        ])
    func receiver(fault: CheckCase) { fault.expect(of: ReceiverCheck()) }

    private static func node(_ status: FileStatus) -> PortFacts { PortFacts(status: .success(status)) }

    @Test(
        "receiver-access",
        arguments: [
            CheckCase("may", "ok", "gpsd can read and write /dev/ttyUSB0"),
            CheckCase(
                "root's alone", "fail", "runs as gpsd, cannot read /dev/ttyUSB0 (root:root, 600)", cure: "udev rule"
            ) {
                $0.ports["/dev/ttyUSB0"] = node(SystemFacts.tty(mode: 0o600, group: 0))
            },
            CheckCase("another group's", "fail", "(root:ada, 660)", cure: "sudo adduser gpsd ada") {
                $0.ports["/dev/ttyUSB0"] = node(SystemFacts.tty(group: 1000))
            },
            CheckCase("not writable", "warn", "can read /dev/ttyUSB0 but not set it up", cure: "udev rule") {
                $0.ports["/dev/ttyUSB0"] = node(SystemFacts.tty(mode: 0o640))
            },
            CheckCase("gone", "fail", "/dev/ttyUSB0 no longer exists", cure: "plug the receiver in again") {
                $0.ports["/dev/ttyUSB0"] = PortFacts(status: .failure(SystemError("stat", "/dev/ttyUSB0", code: 2)))
            },
            CheckCase("Debian's user where none runs", "ok", "can read") { $0.processes = [] },
            CheckCase("unknown user", "skipped", "the user of gpsd is not visible") {
                $0.processes = []
                $0.users = UserDatabase()
            },
            CheckCase("by the network", "skipped", "udp://127.0.0.1:5000 is not a device of this machine") {
                $0.gpsd.devices = [.init(path: "udp://127.0.0.1:5000")]
                $0.ports = [:]
            },
            CheckCase("elsewhere", "skipped", "another machine") { $0.settings.gpsd = GPSDAddress(host: "box.local") },
        ])
    func access(fault: CheckCase) { fault.expect(of: ReceiverAccessCheck()) }

    private static let manager = ProcessRecord(pid: 5, name: "ModemManager")

    @Test(
        "receiver-port",
        arguments: [
            CheckCase("alone", "ok", "neither a getty nor ModemManager"),
            CheckCase("getty", "fail", "it runs on ttyS0", cure: "serial-getty@ttyS0.service") {
                $0.terminals = ["tty1": 0x401, "ttyS0": SystemFacts.portNumber]
            },
            CheckCase("getty elsewhere", "ok", "neither") { $0.terminals = ["tty1": 0x401] },
            CheckCase("ModemManager", "warn", "may mistake /dev/ttyUSB0 for a modem", cure: "ID_MM_DEVICE_IGNORE") {
                $0.processes.append(manager)
            },
            CheckCase("ModemManager, udev silent", "warn", "may mistake", cure: "ModemManager.service") {
                $0.processes.append(manager)
                $0.ports["/dev/ttyUSB0"]?.properties = nil
            },
            CheckCase("ModemManager configured", "ok", "neither") {
                $0.processes.append(manager)
                $0.ports["/dev/ttyUSB0"]?.properties = ["ID_BUS": "usb", "ID_MM_DEVICE_IGNORE": "1"]
            },
            CheckCase("ModemManager, port of the board", "ok", "neither") {
                $0.processes.append(manager)
                $0.ports["/dev/ttyUSB0"]?.properties = ["SUBSYSTEM": "tty"]
            },
            CheckCase("elsewhere", "skipped", "another machine") { $0.settings.gpsd = GPSDAddress(host: "box.local") },
        ])
    func port(fault: CheckCase) { fault.expect(of: ReceiverPortCheck()) }

    private static let silent: @Sendable (inout SystemFacts) -> Void = {
        ($0.gpsd.reports, $0.gpsd.position, $0.gpsd.lag, $0.gpsd.used, $0.gpsd.visible) = (0, nil, nil, nil, nil)
        $0.gpsd.duration = .milliseconds(4010)
    }

    @Test(
        "sentences",
        arguments: [
            CheckCase("speaks", "ok", "3 reports arrived within 1 s"),
            CheckCase("slow", "ok", "none arrived within 4 s, but whereismyd received one 3 s ago", silent),
            CheckCase("silent", "fail", "nothing arrived from /dev/ttyUSB0 within 4 s", cure: "cable and power") {
                silent(&$0)
                $0.daemon.report?.state = .stale
            },
            CheckCase("unreadable", "fail", "nothing that can be read arrived within 4 s", cure: "see that gpsd") {
                silent(&$0)
                $0.daemon.report = nil
                $0.gpsd.unread = ["NMEA 0183": 2]
            },
            CheckCase("never heard", "fail", "nothing arrived", cure: "sudo gpsmon") {
                silent(&$0)
                $0.daemon.report = nil
                $0.gpsd.devices[0].driver = nil
            },
        ])
    func sentences(fault: CheckCase) { fault.expect(of: SentencesCheck()) }

    @Test(
        "satellites",
        arguments: [
            CheckCase("many", "ok", "11 in view, 8 of them used"),
            CheckCase("none", "fail", "sees no satellites", cure: "clear view") {
                ($0.gpsd.visible, $0.gpsd.used, $0.gpsd.position) = (0, 0, .init(mode: 1))
            },
            CheckCase("few", "warn", "3 in view, 0 of them used", cure: "clear view") {
                ($0.gpsd.visible, $0.gpsd.used, $0.gpsd.position) = (3, 0, .init(mode: 1))
            },
            CheckCase("none reported, with a position", "ok", "0 in view") { ($0.gpsd.visible, $0.gpsd.used) = (0, 0) },
            CheckCase("reported to whereismyd", "ok", "9 in view, 7 of them used") {
                ($0.gpsd.visible, $0.gpsd.used) = (nil, nil)
                $0.daemon.report?.satellites = Satellites(used: 7, visible: 9)
            },
            CheckCase("no report", "skipped", "reported none within 1 s") {
                ($0.gpsd.visible, $0.gpsd.used) = (nil, nil)
            },
        ])
    func satellites(fault: CheckCase) { fault.expect(of: SatellitesCheck()) }

    @Test(
        "fix",
        arguments: [
            CheckCase("3d", "ok", "3d fix, ± 5.5 m"),
            CheckCase("2d", "ok", "2d fix") { $0.gpsd.position = .init(mode: 2) },
            CheckCase("simulated", "warn", "marked as simulated", cure: "allow-simulated = yes") {
                $0.gpsd.position?.isSimulated = true
            },
            CheckCase("simulated and meant", "ok", "3d fix") {
                $0.gpsd.position?.isSimulated = true
                $0.settings.allowsSimulated = true
            },
            CheckCase("nowhere", "fail", "without a possible position, such as 0, 0", cure: "multiplexer") {
                $0.gpsd.position = .init(mode: 2, radius: 1900, isImpossible: true)
            },
            CheckCase("no time", "ok", "3d fix, ± 5.5 m, without a time: whereismyd uses that of its reception") {
                $0.gpsd.position?.hasTime = false
            },
            CheckCase("none", "fail", "has no position", cure: "wait under an open sky") {
                $0.gpsd.position = .init(mode: 1)
                $0.daemon.report?.state = .noFix
            },
            CheckCase("slow", "ok", "whereismyd received one 3 s ago", silent),
        ])
    func fix(fault: CheckCase) { fault.expect(of: FixCheck()) }

    @Test(
        "clock",
        arguments: [
            CheckCase("kept", "ok", "synchronised, and the receiver agrees"),
            CheckCase("kept, no receiver", "ok", "synchronised") { $0.gpsd.lag = nil },
            CheckCase("receiver behind 1024 weeks", "ok", "synchronised") { $0.gpsd.lag = .seconds(619_315_200) },
            CheckCase("kept, and off", "warn", "18 s behind the receiver", cure: "whereismy explain") {
                $0.gpsd.lag = .seconds(-18)
            },
            CheckCase("not kept", "warn", "but it agrees", cure: "timedatectl set-ntp true") {
                $0.isClockSynchronised = false
            },
            CheckCase("not kept, and off", "fail", "2 h 5 min ahead of the receiver", cure: "set-ntp") {
                $0.isClockSynchronised = false
                $0.gpsd.lag = .seconds(7500)
            },
            CheckCase("not kept, no receiver", "warn", "no receiver reports the time", cure: "set-ntp") {
                $0.isClockSynchronised = false
                $0.gpsd.lag = nil
            },
            CheckCase("of 1970", "fail", "1970-01-01T00:00:09.000Z", cure: "set-ntp") {
                $0.now = Timestamp(milliseconds: 9000)
            },
        ])
    func clock(fault: CheckCase) { fault.expect(of: ClockCheck()) }
}
