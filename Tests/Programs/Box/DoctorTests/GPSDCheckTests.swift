import Basics
import Configuration
import Linux
import Location
import Testing

@testable import Doctor

struct GPSDCheckTests {
    @Test(
        "gpsd-installed",
        arguments: [
            CheckCase("Debian's", "ok", "/usr/sbin/gpsd, of Debian's gpsd 3.22-4.1+deb12u1"),
            CheckCase("another", "ok", "/usr/local/sbin/gpsd") {
                $0.installation = GPSDInstallation(program: "/usr/local/sbin/gpsd")
            },
            CheckCase("behind a tunnel", "ok", "one responds at localhost:2947") {
                $0.installation = GPSDInstallation()
            },
            CheckCase("none", "fail", "there is no gpsd", cure: "apt install gpsd") {
                $0.installation = GPSDInstallation()
                $0.gpsd = GPSDFacts(contact: .unreachable("Connection refused"))
            },
            CheckCase("elsewhere", "skipped", "another machine, box.local:2947") {
                $0.settings.gpsd = GPSDAddress(host: "box.local")
            },
        ])
    func installed(fault: CheckCase) { fault.expect(of: GPSDInstalledCheck()) }

    private static let refused = GPSDFacts(contact: .unreachable("Connection refused"))
    private static let stopped = ["ActiveState": "inactive", "SubState": "dead"]

    @Test(
        "gpsd-running",
        arguments: [
            CheckCase("runs", "ok", "gpsd 3.22 responds at localhost:2947"),
            CheckCase("held", "skipped", "see gpsd-socket") { $0.gpsd = GPSDFacts(contact: .silent) },
            CheckCase("no gpsd", "fail", "a program other than gpsd", cure: "set address in [gpsd]") {
                $0.gpsd = GPSDFacts(contact: .foreign)
            },
            CheckCase("stopped", "fail", "localhost:2947 (Connection refused)", cure: "enable --now gpsd.socket") {
                $0.gpsd = refused
                $0.processes = []
                $0.units = SystemFacts.units(socket: stopped, gpsd: stopped)
            },
            CheckCase("masked", "fail", "no response", cure: "unmask gpsd.socket") {
                $0.gpsd = refused
                $0.processes = []
                $0.units = SystemFacts.units(socket: ["LoadState": "masked", "ActiveState": "inactive"])
            },
            CheckCase("failed", "fail", "no response", cure: "reset-failed") {
                $0.gpsd = refused
                $0.processes = []
                $0.units = SystemFacts.units(socket: ["ActiveState": "failed", "Result": "trigger-limit-hit"])
            },
            CheckCase("no systemd", "fail", "no response", cure: "sudo gpsd -n") {
                $0.gpsd = refused
                $0.processes = []
                $0.units = nil
            },
            CheckCase("at its own port", "fail", "runs as process 70", cure: "address = localhost:3000 in [gpsd]") {
                $0.gpsd = refused
                $0.processes = [ProcessRecord(pid: 70, name: "gpsd", arguments: ["gpsd", "-S", "3000"])]
            },
            CheckCase("asked at another port", "fail", "localhost:3000", cure: "address = localhost:2947") {
                $0.gpsd = refused
                $0.settings.gpsd = GPSDAddress(host: "localhost", port: 3000)
            },
            CheckCase("elsewhere", "fail", "box.local:2947 (Connection refused)", cure: "with -G") {
                $0.gpsd = refused
                $0.settings.gpsd = GPSDAddress(host: "box.local")
            },
        ])
    func running(fault: CheckCase) { fault.expect(of: GPSDRunningCheck()) }

    @Test(
        "gpsd-socket",
        arguments: [
            CheckCase("itself", "ok", "gpsd itself responds, and systemd starts it on demand"),
            CheckCase("without systemd", "ok", "gpsd itself responds") { $0.units = nil },
            CheckCase("cannot start", "fail", "gpsd.service failed (exit-code 1)", cure: "journalctl -u gpsd.service") {
                $0.gpsd = GPSDFacts(contact: .silent, duration: .milliseconds(2500))
                $0.units = SystemFacts.units(
                    gpsd: ["ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "1"])
            },
            CheckCase("hangs", "fail", "stays silent for 2 s", cure: "restart gpsd.socket gpsd.service") {
                $0.gpsd = GPSDFacts(contact: .silent, duration: .milliseconds(2500))
            },
            CheckCase("hangs elsewhere", "fail", "box.local:2947 accepts connections", cure: "restart gpsd there") {
                $0.gpsd = GPSDFacts(contact: .silent, duration: .milliseconds(2500))
                $0.settings.gpsd = GPSDAddress(host: "box.local")
            },
        ])
    func socket(fault: CheckCase) { fault.expect(of: GPSDSocketCheck()) }

    private static let weeks = Duration.seconds(1024 * 7 * 86_400)

    @Test(
        "gpsd-faults",
        arguments: [
            CheckCase("none with NMEA", "ok", "no known fault of gpsd 3.22 applies here"),
            CheckCase("u-blox of unknown age", "warn", "gpsd 3.22 freezes", cure: "gpsd 3.23.1 or later") {
                $0.gpsd.devices = [.init(path: "/dev/ttyACM0", driver: "u-blox")]
            },
            CheckCase("u-blox 7", "warn", "freezes", cure: "GPSD_OPTIONS") {
                $0.gpsd.devices = [.init(path: "/dev/ttyACM0", driver: "u-blox", kind: "SW 1.00 (59842),PROTVER 14.00")]
            },
            CheckCase("u-blox 8", "ok", "no known fault") {
                $0.gpsd.devices = [.init(path: "/dev/ttyACM0", driver: "u-blox", kind: "ROM CORE 3.01,PROTVER=18.00")]
            },
            CheckCase("thawed gpsd", "ok", "of gpsd 3.23.1") {
                $0.gpsd.release = "3.23.1"
                $0.gpsd.devices = [.init(path: "/dev/ttyACM0", driver: "u-blox")]
            },
            CheckCase("seen to freeze", "warn", "freezes this receiver's position", cure: "gpsd 3.23.1 or later") {
                $0.daemon.report?.receiverFault = ReceiverFault(device: "/dev/ttyACM0", kind: .frozen)
            },
            CheckCase("seen to jump", "warn", "1024 weeks off", cure: "gpsd 3.23 or later") { $0.gpsd.lag = weeks },
            CheckCase("may jump", "warn", "gpsd 3.21 may set dates back by 1024 weeks", cure: "gpsd 3.23") {
                $0.gpsd.release = "3.21"
                $0.gpsd.lag = nil
                $0.installation.package = "3.21-1"
            },
            CheckCase("Debian's does not jump", "ok", "no known fault") { $0.gpsd.lag = nil },
            CheckCase("some unread", "warn", "lines cannot be read: a damaged TPV (7), NMEA 0183 (2)", cure: "itself") {
                $0.gpsd.unread = ["NMEA 0183": 2, "a damaged TPV": 7]
            },
            CheckCase("unread by the daemon", "warn", "since its start: a damaged TPV (70)", cure: "resembles it") {
                $0.daemon.document = SystemFacts.unreadDocument
            },
            CheckCase("reports no version", "skipped", "does not report") { $0.gpsd.release = nil },
        ])
    func faults(fault: CheckCase) { fault.expect(of: GPSDFaultsCheck()) }
}
