import Basics
import CommandLine
import Configuration
import Linux
import Location
import PublishState
import Synchronization
import Testing
import Wire

@testable import Command
@testable import Doctor

struct DoctorCommandTests {
    /// The users, files and receiver of a machine without problems.
    private enum Sample {
        static let passwd =
            "root:x:0:0::/root:/bin/sh\ngpsd:x:106:20::/run/gpsd:/bin/false\nada:x:1000:1000::/home/ada:/bin/sh\n"
            + "whereismy:x:997:997::/:/usr/sbin/nologin\n"
        static let group = "root:x:0:\ndialout:x:20:gpsd\nwhereismy:x:997:\nada:x:1000:\n"

        static func tty() -> FileStatus {
            FileStatus(kind: .characterDevice, mode: 0o660, owner: 0, group: 20, device: 0xBC00)
        }

        static func page(age: Duration) -> FileStatus {
            FileStatus(mode: 0o640, owner: 997, group: 997, modified: FakeSystem.now + (.zero - age))
        }

        static func gpsd() -> GPSDFacts {
            var facts = GPSDFacts()
            (facts.contact, facts.release) = (.answered, "3.22")
            facts.devices = [.init(path: "/dev/ttyUSB0", driver: "NMEA0183")]
            facts.reports = 3
            facts.position = .init(mode: 3, radius: 5.5)
            facts.lag = .milliseconds(300)
            (facts.used, facts.visible) = (8, 11)
            facts.duration = .milliseconds(900)
            return facts
        }
    }

    /// A machine without problems.
    private static let files: [String: String] = [
        "/etc/passwd": Sample.passwd, "/etc/group": Sample.group,
        "/etc/default/gpsd": "DEVICES=\"/dev/ttyUSB0\"\n",
        "/proc/self/status":
            "Name:\twhereismy\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\nGroups:\t997\n",
    ]
    private static let units = """
        Id=gpsd.service
        LoadState=loaded
        ActiveState=active

        Id=gpsd.socket
        LoadState=loaded
        ActiveState=active

        Id=whereismy-publish.path
        LoadState=loaded
        ActiveState=active

        Id=whereismyd.service
        LoadState=loaded
        ActiveState=active
        WatchdogUSec=30s
        MainPID=77
        """
    private static let directory = FileStatus(kind: .directory, mode: 0o750, owner: 997, group: 997)
    static let statuses: [String: FileStatus] = [
        "/usr/sbin/gpsd": FileStatus(mode: 0o755, owner: 0, group: 0), "/dev/ttyUSB0": Sample.tty(),
        "/run/whereismy": directory, "/var/lib/whereismy": directory,
        "/run/whereismy/whereismyd.lock": FileStatus(mode: 0o640, owner: 997, group: 997),
        "/run/whereismy/index.html": Sample.page(age: .seconds(1)),
        "/var/lib/whereismy/history.db": FileStatus(mode: 0o640, owner: 997, group: 997, size: 4096),
    ]

    static var response: [UInt8] {
        let report = String(decoding: SampleReport.file().dropLast(), as: UTF8.self)
        let around =
            #","daemon":{"version":"1.2","pid":77},"listeners":[{"address":"/run/whereismy/api.sock","access":"group"},"#
            + #"{"address":"127.0.0.1:8947","access":"token"}]}"#
        return FakeSystem.reply(report + around)
    }

    private static func output(_ program: String) -> String? {
        switch program {
        case "systemctl": units
        case "dpkg-query": "installed 3.22-4.1+deb12u1"
        case "udevadm": "ID_BUS=usb\nDEVNAME=/dev/ttyUSB0\n"
        default: nil
        }
    }

    func doctorEnvironment(
        statuses: [String: FileStatus] = statuses, response: Result<[UInt8], SystemError> = .success(response),
        asked: @escaping @Sendable (String) -> Void = { _ in }
    ) -> DoctorEnvironment {
        DoctorEnvironment(
            status: { path throws(SystemError) in
                guard let status = statuses[path] else { throw SystemError("stat", path, code: FakeSystem.absent) }
                guard status.mode > 0 else { throw SystemError("stat", path, code: FakeSystem.denied) }
                return status
            },
            space: { _ in DiskSpace(available: 1 << 32, files: 100_000) },
            run: { program, arguments throws(SystemError) in
                asked(([program] + arguments).joined(separator: " "))
                guard let text = Self.output(program) else {
                    throw SystemError("run", program, code: FakeSystem.absent)
                }
                return ProgramOutput(bytes: Array(text.utf8), status: .exited(0))
            },
            probeGPSD: { address, device in
                asked("\(address) \(device ?? "all")")
                return Sample.gpsd()
            },
            exchangeLocally: { _, _ throws(SystemError) in try response.get() },
            exchange: { host, port, request throws(TCPError) in
                asked("\(host) \(port)")
                guard host != "::1" else { throw TCPError(reason: "Connection refused") }
                return FakeSystem.errorResponse(401, "unauthorized", "who are you")
            },
            history: { path, isThorough in
                asked("\(path) \(isThorough)")
                return .good(fixes: 12, isThorough: isThorough)
            },
            gazetteer: { path in
                asked(path)
                return .good(places: 3, sources: 2)
            }, storedPlaces: { _ in .places(4) }, configuredPlaces: { ConfiguredPlaces($0) },
            publishing: { PublishOverview($0, isRunning: $1) }, isClockSynchronised: { true }, progress: { asked($0) })
    }

    func system(
        _ doctorEnvironment: DoctorEnvironment, _ configuration: String = "", directories: [String: [String]] = [:],
        more: [String: String] = [:]
    ) -> FakeSystem {
        var files = Self.files
        files["/etc/whereismy/whereismy.conf"] = "# none\n\(configuration)"
        files.merge(more) { $1 }
        return FakeSystem(
            files: files.mapValues { Array($0.utf8) }, doctorEnvironment: doctorEnvironment, directories: directories)
    }

    @Test("a machine without problems passes")
    func well() {
        let asked = Mutex<[String]>([])
        let system = system(doctorEnvironment { text in asked.withLock { $0.append(text) } })
        let result = system.run("doctor")
        #expect(result.text.hasSuffix("\nno problems found\n"), "\(result.text)")
        #expect(result.code == .success && result.diagnostics.isEmpty)
        let requestLines = asked.withLock { $0 }
        #expect(requestLines.contains("localhost:2947 all") && requestLines.contains("127.0.0.1 8947"))
        #expect(requestLines.contains("/var/lib/whereismy/history.db true"))
        // The terminal is released.
        #expect(requestLines.first == "listening to gpsd at localhost:2947..." && requestLines.last == "")
        #expect(system.run("doctor", "--format", "json").text.hasPrefix("{\"checks\":[{\"check\":\"gpsd-installed\""))
    }

    @Test("checks what the configuration names")
    func configured() {
        let asked = Mutex<[String]>([])
        let configuration = "[gpsd]\naddress = box.local:3000\ndevice = /dev/ttyUSB0\n[history]\nenabled = no\n"
        let result = system(doctorEnvironment { text in asked.withLock { $0.append(text) } }, configuration).run(
            "doctor")
        #expect(asked.withLock { $0.contains("box.local:3000 /dev/ttyUSB0") && !$0.contains { $0.hasPrefix("dpkg") } })
        #expect(result.text.contains("skipped  history          enabled = no"))
        #expect(result.text.contains("skipped  gpsd-installed   gpsd is on another machine, box.local:3000"))
    }

    @Test(
        "a user without access learns the reason, and no more",
        arguments: [FileStatus?.none, FileStatus(mode: 0o640, owner: 997, group: 997)])
    func stranger(lock: FileStatus?) {
        // Either the directory is inaccessible, or the files in it are.
        let closed = FileStatus(mode: 0, owner: 997, group: 997)
        var statuses = Self.statuses
        for path in statuses.keys where path.contains("whereismy/") { statuses[path] = closed }
        statuses["/run/whereismy/whereismyd.lock"] = lock ?? closed
        let denial = SystemError("connect", FakeSystem.socket, code: FakeSystem.denied)
        var files = Self.files
        files["/proc/self/status"] = "Name:\tx\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\n"
        let system = FakeSystem(
            daemonRuns: false, files: files.mapValues { Array($0.utf8) },
            doctorEnvironment: doctorEnvironment(statuses: statuses, response: .failure(denial)))
        let text = system.run("doctor").text
        #expect(
            text.contains("ok       daemon           whereismyd.service is active; this user cannot query it"),
            "\(text)")
        #expect(text.contains("skipped  history          /var/lib/whereismy/history.db is not readable"))
        #expect(text.contains("skipped  page             /run/whereismy/index.html is not readable by this user"))
        // localhost has two addresses, the machine only one.
        #expect(text.contains("warn     listener         [::1]:8947 does not respond: Connection refused"))
    }

    @Test("places and events are read from their files")
    func places() {
        let (queue, hooks, orders) = (
            "/var/lib/whereismy/webhooks", "/etc/whereismy/hooks.d", "/run/whereismy-orders/new"
        )
        let entries = [1, 2, 3].map { "000000000000000\($0)-family.json" }
        var statuses = Self.statuses
        let own = FileStatus(mode: 0o640, owner: 997, group: 997)
        for name in ["places.db", "own-places.json"] { statuses["/var/lib/whereismy/\(name)"] = own }
        statuses["/etc/secret"] = FileStatus(mode: 0o640, owner: 997, group: 997, size: 65)
        statuses["\(queue)/\(entries[0])"] = Sample.page(age: .seconds(7200))
        statuses["\(orders)/7.json"] = Sample.page(age: .seconds(300))
        statuses[hooks] = FileStatus(kind: .directory, mode: 0o755, owner: 0, group: 0)
        for (name, mode) in [("notes.txt", 0o644), ("script", 0o644)] as [(String, UInt32)] {
            statuses["\(hooks)/\(name)"] = FileStatus(mode: mode, owner: 0, group: 0, size: 20)
        }
        let directories = [
            queue: entries.reversed() + [".x.new"], "/var/lib/whereismy/webhooks-damaged": ["a"],
            hooks: ["script", "notes.txt", "gone"], orders: ["7.json", ".8.new"],
        ]
        let configuration =
            "[webhook family]\nurl = https://hooks.example.org/x?y\nsecret-file = /etc/secret\n"
            + "[place Gate]\nlatitude = 1\nlongitude = 2\n"
        let system = system(
            doctorEnvironment(statuses: statuses), configuration, directories: directories,
            more: ["\(hooks)/script": "#!/bin/sh\n", "\(hooks)/notes.txt": "notes\n"])
        let text = system.run("doctor").text
        #expect(text.contains("ok       gazetteer        3 places of 2 sources\n"), "\(text)")
        #expect(text.contains("ok       own-places       4 made by commands, 1 in the configuration\n"))
        #expect(text.contains("warn     hooks            \(hooks)/script is not executable"))
        #expect(
            text.contains("warn     webhooks         family (hooks.example.org): 3 events wait, the first one for 2 h;")
        )
        #expect(text.contains("skipped  orders           there is no whereismy-orders.path"))
    }

    @Test(
        "files that hooks ignore are reported, except backups of editors",
        arguments: [
            ("back up", 0o755, true), ("zurück", 0o755, true), ("a b~", 0o755, false), ("a b.bak", 0o755, false),
            ("a b", 0o644, false),
        ] as [(String, UInt32, Bool)])
    func misnamedHook(name: String, mode: UInt32, isShown: Bool) {
        let hooks = "/etc/whereismy/hooks.d"
        var statuses = Self.statuses
        statuses[hooks] = FileStatus(kind: .directory, mode: 0o755, owner: 0, group: 0)
        statuses["\(hooks)/\(name)"] = FileStatus(mode: mode, owner: 0, group: 0, size: 20)
        let text = system(doctorEnvironment(statuses: statuses), directories: [hooks: [name]]).run("doctor").text
        let expected =
            isShown ? "warn     hooks            \"\(name)\" in \(hooks)" : "ok       hooks            none in"
        #expect(text.contains(expected), "\(text)")
    }

    @Test("a directory with inaccessible files is not reported as empty")
    func closed() {
        let hooks = "/etc/whereismy/hooks.d"
        var statuses = Self.statuses
        statuses[hooks] = FileStatus(kind: .directory, mode: 0o744, owner: 0, group: 0)
        statuses["\(hooks)/a"] = FileStatus(mode: 0, owner: 0, group: 0)
        let text = system(doctorEnvironment(statuses: statuses), directories: [hooks: ["a"]]).run("doctor").text
        #expect(text.contains("skipped  hooks            not visible: \(hooks)/a: "), "\(text)")
    }

    @Test("a history that is not a regular file is reported and not opened, which could block")
    func pipe() {
        let asked = Mutex<[String]>([])
        var statuses = Self.statuses
        statuses["/var/lib/whereismy/history.db"] = FileStatus(kind: .other, mode: 0o640, owner: 997, group: 997)
        let doctorEnvironment = doctorEnvironment(statuses: statuses) { text in asked.withLock { $0.append(text) } }
        let text = system(doctorEnvironment).run("doctor").text
        #expect(text.contains("fail     history          /var/lib/whereismy/history.db is not a file"), "\(text)")
        #expect(!asked.withLock { $0.contains { $0.contains("history.db") } })
    }

    @Test("an invalid configuration is a failure, because the daemon does not start with it either")
    func faulty() {
        let result = system(.unexpected, "[gpsd]\nadress = x\n").run("doctor")
        #expect(result.code == .faulty && result.diagnostics.contains("whereismy.conf:3: "))
        #expect(system(.unexpected).run("doctor", "extra").code == .usage)
    }

    @Test("the distribution, systemd and a container are recognised by their files")
    func host() {
        let mark = FileStatus(mode: 0o755, owner: 0, group: 0)
        for (path, text) in [
            ("/run/.containerenv", "there is no gpsd in this container; fix: start the container with podman run"),
            ("/run/systemd/system", "there is no gpsd on this machine; fix: sudo dnf install gpsd"),
        ] {
            var environment = doctorEnvironment(statuses: [path: mark])
            environment.probeGPSD = { _, _ in GPSDFacts() }
            let system = system(environment, more: ["/etc/os-release": "ID=fedora\n"])
            #expect(system.run("doctor").text.contains(text), "\(path)")
        }
    }

    @Test("a system without systemd or udev is no failure")
    func bare() {
        let doctorEnvironment = doctorEnvironment()
        var bare = doctorEnvironment
        bare.run = { program, _ throws(SystemError) in throw SystemError("run", program, code: FakeSystem.absent) }
        let text = system(bare).run("doctor").text
        #expect(text.contains("skipped  watchdog         whereismyd was not started by systemd"))
        #expect(text.contains("ok       gpsd-installed   /usr/sbin/gpsd\n"))
    }
}
