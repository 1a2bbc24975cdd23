import Basics
import Command
import Configuration
import Linux
import Location
import Synchronization
import Testing
import Wire

@testable import Command
@testable import Doctor

struct DoctorCommandTests {
    /// Users, files and a receiver of a machine without faults.
    private enum Sample {
        static let passwd = "root:x:0:0::/root:/bin/sh\ngpsd:x:106:20::/run/gpsd:/bin/false\nada:x:1000:1000::/home/ada:/bin/sh\n"
            + "whereismy:x:997:997::/:/usr/sbin/nologin\n"
        static let group = "root:x:0:\ndialout:x:20:gpsd\nwhereismy:x:997:\nada:x:1000:\n"

        static func tty() -> FileStatus {
            FileStatus(kind: .characterDevice, mode: 0o660, owner: 0, group: 20, device: 0xBC00)
        }

        static func page(age: Duration) -> FileStatus {
            FileStatus(mode: 0o640, owner: 997, group: 997, modified: FakeWorld.now + (.zero - age))
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

    /// A healthy machine as the system shows it.
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

        Id=whereismyd.service
        LoadState=loaded
        ActiveState=active
        WatchdogUSec=30s
        MainPID=77
        """
    private static let directory = FileStatus(kind: .directory, mode: 0o750, owner: 997, group: 997)
    private static let statuses: [String: FileStatus] = [
        "/usr/sbin/gpsd": FileStatus(mode: 0o755, owner: 0, group: 0), "/dev/ttyUSB0": Sample.tty(),
        "/run/whereismy": directory, "/var/lib/whereismy": directory,
        "/run/whereismy/whereismyd.lock": FileStatus(mode: 0o640, owner: 997, group: 997),
        "/run/whereismy/index.html": Sample.page(age: .seconds(1)),
        "/var/lib/whereismy/history.db": FileStatus(mode: 0o640, owner: 997, group: 997, size: 4096),
    ]

    private static var answer: [UInt8] {
        let report = String(decoding: SampleReport.file().dropLast(), as: UTF8.self)
        let around =
            #","daemon":{"version":"1.2","pid":77},"listeners":[{"address":"/run/whereismy/api.sock","access":"group"},"#
            + #"{"address":"127.0.0.1:8947","access":"token"}]}"#
        return FakeWorld.reply(report + around)
    }

    private static func said(_ program: String) -> String? {
        switch program {
        case "systemctl": units
        case "dpkg-query": "installed 3.22-4.1+deb12u1"
        case "udevadm": "ID_BUS=usb\nDEVNAME=/dev/ttyUSB0\n"
        default: nil
        }
    }

    private func surroundings(
        statuses: [String: FileStatus] = statuses, answer: Result<[UInt8], SystemError> = .success(answer),
        asked: @escaping @Sendable (String) -> Void = { _ in }
    ) -> DoctorEnvironment {
        DoctorEnvironment(
            status: { path throws(SystemError) in
                guard let status = statuses[path] else { throw SystemError("stat", path, code: FakeWorld.absent) }
                guard status.mode > 0 else { throw SystemError("stat", path, code: FakeWorld.denied) }
                return status
            },
            space: { _ in DiskSpace(available: 1 << 32, files: 100_000) },
            run: { program, arguments throws(SystemError) in
                asked(([program] + arguments).joined(separator: " "))
                guard let text = Self.said(program) else { throw SystemError("run", program, code: FakeWorld.absent) }
                return ProgramOutput(bytes: Array(text.utf8), status: .exited(0))
            },
            probeGPSD: { address, device in
                asked("\(address) \(device ?? "all")")
                return Sample.gpsd()
            },
            exchangeLocally: { _, _ throws(SystemError) in try answer.get() },
            exchange: { host, port, request throws(TCPError) in
                asked("\(host) \(port)")
                guard host != "::1" else { throw TCPError(reason: "Connection refused") }
                return FakeWorld.refusal(401, "unauthorized", "who are you")
            },
            history: { path, isThorough in
                asked("\(path) \(isThorough)")
                return .good(fixes: 12, isThorough: isThorough)
            },
            gazetteer: { path in
                asked(path)
                return .good(places: 3, sources: 2)
            }, storedPlaces: { _ in .places(4) }, configuredPlaces: { ConfiguredPlaces($0) }, isClockSynchronised: { true },
            progress: { asked($0) })
    }

    private func world(
        _ surroundings: DoctorEnvironment, _ configuration: String = "", directories: [String: [String]] = [:],
        more: [String: String] = [:]
    ) -> FakeWorld {
        var files = Self.files
        files["/etc/whereismy/whereismy.conf"] = "# none\n\(configuration)"
        files.merge(more) { $1 }
        return FakeWorld(
            files: files.mapValues { Array($0.utf8) }, surroundings: surroundings, directories: directories)
    }

    @Test("checks this machine and finds no problems")
    func well() {
        let asked = Mutex<[String]>([])
        let world = world(surroundings { text in asked.withLock { $0.append(text) } })
        let outcome = world.run("doctor")
        #expect(outcome.text.hasSuffix("\nno problems found\n"), "\(outcome.text)")
        #expect(outcome.code == .success && outcome.diagnostics.isEmpty)
        let questions = asked.withLock { $0 }
        #expect(questions.contains("localhost:2947 all") && questions.contains("127.0.0.1 8947"))
        #expect(questions.contains("/var/lib/whereismy/history.db true"))
        // The terminal line is cleared.
        #expect(questions.first == "listening to gpsd at localhost:2947..." && questions.last == "")
        #expect(world.run("doctor", "--format", "json").text.hasPrefix("{\"checks\":[{\"check\":\"gpsd-installed\""))
    }

    @Test("uses the configuration")
    func configured() {
        let asked = Mutex<[String]>([])
        let configuration = "[gpsd]\naddress = box.local:3000\ndevice = /dev/ttyUSB0\n[history]\nenabled = no\n"
        let outcome = world(surroundings { text in asked.withLock { $0.append(text) } }, configuration).run("doctor")
        #expect(asked.withLock { $0.contains("box.local:3000 /dev/ttyUSB0") && !$0.contains { $0.hasPrefix("dpkg") } })
        #expect(outcome.text.contains("skipped  history          enabled = no"))
        #expect(outcome.text.contains("skipped  gpsd-installed   gpsd is on another machine, box.local:3000"))
    }

    @Test(
        "a caller without permission learns the reason only",
        arguments: [FileStatus?.none, FileStatus(mode: 0o640, owner: 997, group: 997)])
    func stranger(lock: FileStatus?) {
        // Either the directory is closed, or its files are.
        let closed = FileStatus(mode: 0, owner: 997, group: 997)
        var statuses = Self.statuses
        for path in statuses.keys where path.contains("whereismy/") { statuses[path] = closed }
        statuses["/run/whereismy/whereismyd.lock"] = lock ?? closed
        let denial = SystemError("connect", FakeWorld.socket, code: FakeWorld.denied)
        var files = Self.files
        files["/proc/self/status"] = "Name:\tx\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\n"
        let world = FakeWorld(
            daemonRuns: false, files: files.mapValues { Array($0.utf8) },
            surroundings: surroundings(statuses: statuses, answer: .failure(denial)))
        let text = world.run("doctor").text
        #expect(text.contains("ok       daemon           whereismyd.service is active; this user may not query it"), "\(text)")
        #expect(text.contains("skipped  history          /var/lib/whereismy/history.db may not be read"))
        #expect(text.contains("skipped  page             /run/whereismy/index.html may not be read by this user"))
        // localhost has two addresses, of which the machine has one.
        #expect(text.contains("warn     listener         [::1]:8947 does not respond: Connection refused"))
    }

    @Test("places, hooks and webhooks are checked at their paths")
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
        let world = world(
            surroundings(statuses: statuses), configuration, directories: directories,
            more: ["\(hooks)/script": "#!/bin/sh\n", "\(hooks)/notes.txt": "notes\n"])
        let text = world.run("doctor").text
        #expect(text.contains("ok       gazetteer        3 places of 2 sources\n"), "\(text)")
        #expect(text.contains("ok       own-places       4 made by commands, 1 in the configuration\n"))
        #expect(text.contains("warn     hooks            \(hooks)/script is not executable"))
        #expect(
            text.contains("warn     webhooks         family (hooks.example.org): 3 events wait, the first one for 2 h;")
        )
        #expect(text.contains("skipped  orders           there is no whereismy-orders.path"))
    }

    @Test(
        "a misnamed hook is reported, and a backup is not",
        arguments: [
            ("back up", 0o755, true), ("zurück", 0o755, true), ("a b~", 0o755, false), ("a b.bak", 0o755, false),
            ("a b", 0o644, false),
        ] as [(String, UInt32, Bool)])
    func misnamedHook(name: String, mode: UInt32, isTold: Bool) {
        let hooks = "/etc/whereismy/hooks.d"
        var statuses = Self.statuses
        statuses[hooks] = FileStatus(kind: .directory, mode: 0o755, owner: 0, group: 0)
        statuses["\(hooks)/\(name)"] = FileStatus(mode: mode, owner: 0, group: 0, size: 20)
        let text = world(surroundings(statuses: statuses), directories: [hooks: [name]]).run("doctor").text
        let words = isTold ? "warn     hooks            \"\(name)\" in \(hooks)" : "ok       hooks            none in"
        #expect(text.contains(words), "\(text)")
    }

    @Test("a directory whose files may not be read by this user is not told to be empty")
    func closed() {
        let hooks = "/etc/whereismy/hooks.d"
        var statuses = Self.statuses
        statuses[hooks] = FileStatus(kind: .directory, mode: 0o744, owner: 0, group: 0)
        statuses["\(hooks)/a"] = FileStatus(mode: 0, owner: 0, group: 0)
        let text = world(surroundings(statuses: statuses), directories: [hooks: ["a"]]).run("doctor").text
        #expect(text.contains("skipped  hooks            not visible: \(hooks)/a: "), "\(text)")
    }

    @Test("a history that is no regular file is reported and not opened, which could block")
    func pipe() {
        let asked = Mutex<[String]>([])
        var statuses = Self.statuses
        statuses["/var/lib/whereismy/history.db"] = FileStatus(kind: .other, mode: 0o640, owner: 997, group: 997)
        let surroundings = surroundings(statuses: statuses) { text in asked.withLock { $0.append(text) } }
        let text = world(surroundings).run("doctor").text
        #expect(text.contains("fail     history          /var/lib/whereismy/history.db is no file"), "\(text)")
        #expect(!asked.withLock { $0.contains { $0.contains("history.db") } })
    }

    @Test("a faulty configuration is a failure: the daemon does not start with it either")
    func faulty() {
        let outcome = world(.unexpected, "[gpsd]\nadress = x\n").run("doctor")
        #expect(outcome.code == .faulty && outcome.diagnostics.contains("whereismy.conf:3: "))
        #expect(world(.unexpected).run("doctor", "extra").code == .usage)
    }

    @Test("a system without systemd or udev is no reason to fail")
    func bare() {
        let surroundings = surroundings()
        var bare = surroundings
        bare.run = { program, _ throws(SystemError) in throw SystemError("run", program, code: FakeWorld.absent) }
        let text = world(bare).run("doctor").text
        #expect(text.contains("skipped  watchdog         whereismyd was not started by systemd"))
        #expect(text.contains("ok       gpsd-installed   /usr/sbin/gpsd\n"))
    }
}
