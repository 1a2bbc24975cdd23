import CommandLine
import Configuration
import Linux
import Testing

@testable import Doctor

struct HostSystemTests {
    @Test(
        "the package manager is that of the distribution, else of the one that it is like",
        arguments: [
            ("ID=debian\n", .apt), ("ID=raspbian\nID_LIKE=debian\n", .apt), ("ID_LIKE='ubuntu debian'\nID=mint", .apt),
            ("NAME=\"Fedora Linux\"\nID=fedora\n", .dnf), ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", .dnf),
            ("ID=arch", .pacman), ("ID=manjaro\nID_LIKE=arch\n", .pacman), ("ID_LIKE=debian\nID=arch\n", .pacman),
            ("ID=alpine\n", nil), ("PRETTY_NAME=\"Debian\"\n", nil), ("", nil), ("ID\n=\n", nil),
        ] as [(String, HostSystem.PackageManager?)])
    func packageManager(text: String, manager: HostSystem.PackageManager?) {
        #expect(HostSystem.packageManager(osRelease: text) == manager)
    }

    private static let debian = HostSystem()
    private static let fedora = HostSystem(packages: .dnf)
    private static let arch = HostSystem(packages: .pacman)
    private static let other = HostSystem(packages: nil)
    private static let runit = HostSystem(packages: nil, hasSystemd: false)
    private static let container = HostSystem(packages: .apt, hasSystemd: false, isContainer: true)
    private static let booted = HostSystem(packages: .apt, isContainer: true)

    @Test(
        "gpsd is installed by the system's package manager, and reached from a container",
        arguments: [
            (debian, "sudo apt install gpsd"), (fedora, "sudo dnf install gpsd"), (arch, "sudo pacman -S gpsd"),
            (other, "install the package that contains gpsd"), (booted, "sudo apt install gpsd"),
            (container, "podman run --network host"),
        ])
    func gpsd(host: HostSystem, cure: String) {
        let system = SystemFacts.healthy().with {
            $0.host = host
            $0.installation = GPSDInstallation()
            $0.gpsd.contact = .unreachable("connection refused")
        }
        #expect(GPSDInstalledCheck().evaluate(system).cure?.hasPrefix(host == Self.container ? "start" : cure) == true)
        #expect(GPSDInstalledCheck().evaluate(system).cure?.contains(cure) == true)
        #expect(GPSDInstalledCheck().evaluate(system).found.hasSuffix(host == Self.container ? "container" : "machine"))
    }

    @Test(
        "a daemon that does not respond is restarted by what runs it",
        arguments: [
            (debian, "sudo systemctl restart whereismyd; journalctl -u whereismyd may show why"),
            (fedora, "sudo systemctl restart whereismyd; journalctl -u whereismyd may show why"),
            (runit, "stop whereismyd and start it again; its standard error may show why"),
            (container, "restart the container; podman logs may show why"),
            (booted, "sudo systemctl restart whereismyd; journalctl -u whereismyd may show why"),
        ])
    func restart(host: HostSystem, cure: String) {
        let system = SystemFacts.healthy().with {
            $0.host = host
            $0.daemon.document = nil
        }
        #expect(DaemonCheck().evaluate(system).cure == cure)
    }

    @Test(
        "a missing daemon is installed or started as the system does it",
        arguments: [
            (debian, "sudo apt install ./whereismy_*.deb, which starts it"),
            (fedora, "sudo make install in the sources"),
            (runit, "run whereismyd as a user"), (container, "podman run --volume whereismy:/var/lib/whereismy"),
        ])
    func missing(host: HostSystem, cure: String) {
        let system = SystemFacts.healthy().with {
            $0.host = host
            ($0.daemon.document, $0.daemon.isLocked, $0.units) = (nil, false, nil)
        }
        #expect(DaemonCheck().evaluate(system).cure?.contains(cure) == true)
    }

    @Test(
        "a directory that is not writable is a volume in a container",
        arguments: [(debian, "sudo chown whereismy: /var/lib"), (container, "podman run --volume DIRECTORY:/var/lib")])
    func directory(host: HostSystem, cure: String) {
        let root = FileStatus(kind: .directory, mode: 0o755, owner: 0, group: 0)
        let system = SystemFacts.healthy().with {
            $0.host = host
            $0.paths[1].status = .success(root)
        }
        #expect(DirectoriesCheck().evaluate(system).cure?.hasPrefix(cure) == true)
    }

    @Test(
        "the clock is synchronised by what the system has",
        arguments: [
            (debian, "sudo timedatectl set-ntp true (package systemd-timesyncd), or chrony"),
            (fedora, "sudo timedatectl set-ntp true, or chrony"), (runit, "start ntpd, or chrony"),
            (container, "synchronise the clock of the host"), (booted, "synchronise the clock of the host"),
        ])
    func clock(host: HostSystem, cure: String) {
        let system = SystemFacts.healthy().with {
            $0.host = host
            $0.isClockSynchronised = false
        }
        #expect(ClockCheck().evaluate(system).cure?.hasPrefix(cure) == true)
    }

    @Test(
        "users join groups by the system's command",
        arguments: [(debian, "sudo adduser ada whereismy"), (arch, "sudo usermod -aG whereismy ada")])
    func group(host: HostSystem, cure: String) {
        let system = SystemFacts.healthy().with {
            $0.host = host
            $0.caller = ProcessCredentials(user: 1000, groups: [1000])
        }
        #expect(GroupCheck().evaluate(system).cure == "\(cure), then log in again")
    }

    @Test("gpsd's own file and the group of serial ports are those of the distribution")
    func files() {
        #expect(Self.debian.gpsdDefaults == "/etc/default/gpsd" && Self.arch.gpsdDefaults == "/etc/default/gpsd")
        #expect(Self.fedora.gpsdDefaults == "/etc/sysconfig/gpsd")
        #expect(Self.fedora.serialGroup == "dialout" && Self.arch.serialGroup == "uucp")
    }

    @Test("without systemd and outside of Debian, no cure names systemctl, journalctl or apt")
    func foreign() {
        for host in [Self.runit, HostSystem(packages: nil, hasSystemd: false, isContainer: true)] {
            let faults: [@Sendable (inout SystemFacts) -> Void] = [
                { $0.daemon.document = nil }, { ($0.daemon.document, $0.daemon.isLocked) = (nil, false) },
                { $0.gpsd.contact = .silent }, { $0.gpsd.contact = .unreachable("refused") }, { $0.gpsd.devices = [] },
                { $0.installation = GPSDInstallation() }, { $0.listeners[0].fault = "refused" },
                { $0.page = .failure(SystemError("open", "x", code: 2)) }, { $0.isClockSynchronised = false },
                { $0.ownPlaces.stored = .faulty("x") }, { $0.caller = ProcessCredentials(user: 1000) },
                { $0.terminals = ["ttyUSB0": SystemFacts.portNumber] }, { $0.gazetteer = .faulty("x") },
                { $0.ports[SystemFacts.port]?.status = .success(SystemFacts.tty(group: 5)) },
                { $0.settings.stateDirectory = "/srv/w" },
            ]
            for fault in faults {
                let system = SystemFacts.healthy().with {
                    ($0.host, $0.units) = (host, nil)
                    fault(&$0)
                }
                for cure in Diagnosis(of: system).findings.compactMap(\.result.cure) {
                    for word in ["systemctl", "journalctl", "apt ", "adduser"] { #expect(!cure.contains(word)) }
                }
            }
        }
    }
}
