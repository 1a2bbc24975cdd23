import CommandLine
import Configuration
import Linux
import Synchronization
import Testing

@testable import Command

/// The changes that the command makes as root.
final class RecordedAdministration: Sendable {
    private let changes = Mutex<[String]>([])
    private let contents = Mutex<[String: String]>([:])
    private let creations = Mutex<[String]>([])
    private let exitCode: Int32
    private let present: Set<String>

    private let isWritable: @Sendable (String) -> Bool

    init(
        reload exitCode: Int32 = 0, present: Set<String> = ["/run/systemd/system"], files: [String: String] = [:],
        isWritable: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.exitCode = exitCode
        self.present = present
        self.isWritable = isWritable
        contents.withLock { $0 = files }
    }

    /// What was done, in order.
    var log: [String] { changes.withLock { $0 } }
    /// The contents of the files that were created, also of removed ones.
    var created: [String] { creations.withLock { $0 } }
    /// The written files that were not removed.
    var files: [String: String] { contents.withLock { $0 } }

    /// The functions, of root.
    var functions: Administration {
        Administration(
            isRoot: { true },
            exists: { [self] path in present.contains(path) || contents.withLock { $0[path] != nil } },
            read: { [self] path throws(SystemError) in contents.withLock { $0[path] }.map { Array($0.utf8) } },
            create: { [self] path, bytes throws(SystemError) in
                record("create \(path)")
                creations.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
                contents.withLock { $0[path] = String(decoding: bytes, as: UTF8.self) }
            },
            write: { [self] path, bytes throws(SystemError) in
                guard isWritable(path) else { throw SystemError("open", path, code: FakeSystem.denied) }
                record("write \(path)")
                contents.withLock { $0[path] = String(decoding: bytes, as: UTF8.self) }
            },
            remove: { [self] path throws(SystemError) in
                record("remove \(path)")
                contents.withLock { $0[path] = nil }
            },
            run: { [self] program, arguments, _ throws(SystemError) in
                record(([program] + arguments).joined(separator: " "))
                return exitCode
            },
            pause: { [self] _ in record("pause") })
    }

    private func record(_ change: String) { changes.withLock { $0.append(change) } }
}

struct PairCommandTests {
    private static let home = MachineNetwork(
        addresses: [
            InterfaceAddress(interface: "docker0", address: "172.17.0.1"),
            InterfaceAddress(interface: "wlan0", address: "192.168.1.5"),
            InterfaceAddress(interface: "wlan0", address: "fd12::5"),
        ], hostName: "boat", hasAvahi: true)
    private static let link = FakeSystem.reply(
        #"{"url":"http://localhost:8947/sign-in?code=abc","expires":"2026-01-01T00:00:00Z"}"#, status: 201)
    private static let local = status(["127.0.0.1:8947", "[::1]:8947"])
    private static let open = status(["0.0.0.0:8947"])
    private static let file = "/etc/whereismy/whereismy.conf.d/90-pair.conf"

    private static func status(_ addresses: [String], isPassed: Bool = false) -> [UInt8] {
        let rows = addresses.map { #"{"address":"\#($0)","access":"token"\#(isPassed ? #","passed":true"# : "")}"# }
        let socket = #"{"address":"/run/whereismy/api.sock","access":"group"}"#
        return FakeSystem.reply(#"{"listeners":[\#(([socket] + rows).joined(separator: ","))]}"#)
    }

    @Test("prints a link to the address in the private network, whose session has the given name")
    func link() {
        let system = FakeSystem(responses: [Self.open, Self.link], network: Self.home)
        let result = system.run("pair", "--name", "phone")
        #expect(
            result == CommandResult(output: Array("http://192.168.1.5:8947/sign-in?code=abc\n".utf8), code: .success))
        #expect(system.requests.last?.hasSuffix("\r\n\r\n{\"name\":\"phone\"}") == true)
    }

    @Test("a terminal also shows a QR code, the name of Avahi and the other addresses")
    func terminal() {
        let listeners = Self.status(["0.0.0.0:8947", "[::]:8947"])
        let system = FakeSystem(responses: [listeners, Self.link], columns: 100, network: Self.home)
        let lines = system.run("pair").text.split(separator: "\n").map(String.init)
        #expect(lines.first == "http://192.168.1.5:8947/sign-in?code=abc")
        #expect(lines.contains { $0.contains("\u{2588}") })
        let others = ["http://boat.local:8947", "http://[fd12::5]:8947"]
        #expect(lines.filter { $0.hasPrefix("or: ") } == others.map { "or: \($0)/sign-in?code=abc" })
        #expect(lines.last?.contains("within five minutes; it works once") == true)
    }

    @Test("without --enable nothing changes, and the fix is named; no link is made")
    func advice() {
        let system = FakeSystem(responses: [Self.local], network: Self.home)
        let result = system.run("pair")
        #expect(result.code == .failure && result.text.isEmpty && system.requests.count == 1)
        #expect(
            result.diagnostics == "other devices cannot open the live page: the daemon listens on 127.0.0.1:8947 and "
                + "[::1]:8947; fix: sudo whereismy pair --enable, or set listen = 0.0.0.0 in [http]")
        let alone = FakeSystem(responses: [Self.local]).run("pair")
        #expect(alone.diagnostics == PairingAdvice.noNetwork)
        let passed = FakeSystem(responses: [Self.status(["127.0.0.1:8947"], isPassed: true)], network: Self.home)
        #expect(passed.run("pair").diagnostics.contains("whereismyd.socket"))
    }

    @Test("--enable needs root")
    func root() {
        let result = FakeSystem(responses: [Self.local], network: Self.home).run("pair", "--enable")
        #expect(result.diagnostics == "--enable needs root; fix: sudo whereismy pair --enable")
        #expect(FakeSystem().run("pair", "--enable", "--config", "/x").code == .usage)
    }

    @Test("--enable writes the setting, reloads the daemon, waits for its socket, and announces the page")
    func enable() {
        let root = RecordedAdministration(present: ["/run/systemd/system", "/etc/avahi/services"])
        let system = FakeSystem(
            responses: [Self.local, Self.local, Self.open, Self.link], network: Self.home,
            administration: root.functions)
        let result = system.run("pair", "--enable")
        #expect(result.text == "http://192.168.1.5:8947/sign-in?code=abc\n")
        let service = "/etc/avahi/services/whereismy.service"
        #expect(
            root.log == ["write \(Self.file)", "systemctl reload whereismyd.service", "pause", "write \(service)"])
        #expect(root.files[Self.file]?.hasSuffix("[http]\nlisten = 0.0.0.0:8947, [::1]:8947\n") == true)
        #expect(root.files[service]?.contains("<port>8947</port>") == true)
        // XML has no two hyphens within a comment.
        #expect(root.files[service]?.split(separator: "--").count == 3)
        #expect(result.diagnostics == "created \(Self.file)\ncreated \(service)")
    }

    @Test("--enable changes nothing where the page is open to the network already")
    func isOpen() {
        let root = RecordedAdministration()
        let system = FakeSystem(
            responses: [Self.open, Self.link], network: Self.home, administration: root.functions)
        #expect(system.run("pair", "--enable").code == .success)
        #expect(root.log.isEmpty)
    }

    @Test("a setting that the daemon does not accept, or that has no effect, is removed")
    func rejected() {
        let reload = "systemctl reload whereismyd.service"
        let bad = RecordedAdministration(reload: 1)
        let result = FakeSystem(responses: [Self.local], network: Self.home, administration: bad.functions)
            .run("pair", "--enable")
        #expect(result.diagnostics.hasPrefix("systemctl reload whereismyd failed") && result.code == .failure)
        #expect(bad.log == ["write \(Self.file)", reload, "remove \(Self.file)", reload] && bad.files.isEmpty)
        // The second reload fails too.
        #expect(
            result.diagnostics.hasSuffix("\(Self.file) may still be in effect; fix: remove it and restart whereismyd"))
        let idle = RecordedAdministration()
        let deaf = FakeSystem(
            response: .success(Self.local), network: Self.home, administration: idle.functions)
        #expect(deaf.run("pair", "--enable").diagnostics.hasPrefix("the daemon does not listen on the network"))
        #expect(idle.log.count { $0 == "pause" } == 40 && idle.files.isEmpty)
    }

    @Test("a setting of an earlier --enable is restored if the daemon does not listen, and nothing changes offline")
    func restored() {
        let old = "[http]\nlisten = 0.0.0.0:8947\n# mine\n"
        let root = RecordedAdministration(files: [Self.file: old])
        let system = FakeSystem(
            response: .success(Self.local), network: Self.home, administration: root.functions)
        #expect(system.run("pair", "--enable").code == .failure)
        #expect(root.files == [Self.file: old])
        let offline = RecordedAdministration(files: [Self.file: old])
        let result = FakeSystem(responses: [Self.open], administration: offline.functions).run("pair", "--enable")
        #expect(result.diagnostics == PairingAdvice.noNetwork && offline.log.isEmpty)
    }

    @Test("a page that cannot be announced is open nevertheless")
    func unannounced() {
        let root = RecordedAdministration(
            present: ["/run/systemd/system", "/etc/avahi/services"], isWritable: { !$0.hasPrefix("/etc/avahi") })
        let system = FakeSystem(
            responses: [Self.local, Self.open, Self.link], network: Self.home, administration: root.functions)
        let result = system.run("pair", "--enable")
        #expect(result.text == "http://192.168.1.5:8947/sign-in?code=abc\n")
        #expect(result.diagnostics.hasPrefix("created \(Self.file)\nnot announced by Avahi: "))
    }

    @Test("a faulty name or a container's address changes nothing")
    func early() {
        let root = RecordedAdministration()
        let system = FakeSystem(responses: [Self.local], network: Self.home, administration: root.functions)
        #expect(system.run("pair", "--enable", "--name", "my phone").code == .usage)
        #expect(root.log.isEmpty && system.requests.isEmpty)
        let bridge = FakeSystem(responses: [Self.status(["172.17.0.1:8947"])], network: Self.home).run("pair")
        #expect(bridge.code == .failure && bridge.diagnostics.contains("fix: sudo whereismy pair --enable"))
    }

    @Test("nothing is opened with open access, a public address, without systemd, or with its sockets")
    func refused() {
        let root = RecordedAdministration()
        var abroad = Self.home
        abroad.addresses.append(InterfaceAddress(interface: "eth0", address: "203.0.113.5"))
        var mobile = Self.home
        mobile.addresses.append(InterfaceAddress(interface: "wwan0", address: "10.83.4.2"))
        let conf = "/etc/whereismy/whereismy.conf"
        let cases: [(FakeSystem, String)] = [
            (
                FakeSystem(
                    files: [conf: Array("[http]\naccess = open\n".utf8)], responses: [Self.local], network: Self.home,
                    administration: root.functions), "access = open would show the position"
            ),
            (FakeSystem(responses: [Self.local], network: abroad, administration: root.functions), "203.0.113.5"),
            (FakeSystem(responses: [Self.local], network: mobile, administration: root.functions), "10.83.4.2"),
            (
                FakeSystem(
                    files: [conf: Array("[http]\nlisten = none\n".utf8)], responses: [Self.local], network: Self.home,
                    administration: root.functions), "listen in [http] is set already"
            ),
            (
                FakeSystem(
                    responses: [Self.local], network: Self.home,
                    administration: RecordedAdministration(present: []).functions), "needs the service of systemd"
            ),
            (
                FakeSystem(
                    responses: [Self.status(["127.0.0.1:8947"], isPassed: true)], network: Self.home,
                    administration: root.functions), "systemd listens on 127.0.0.1:8947"
            ),
        ]
        for (system, reason) in cases {
            let result = system.run("pair", "--enable")
            #expect(result.code == .failure && result.diagnostics.contains(reason), "\(result.diagnostics)")
        }
        #expect(root.log.isEmpty)
    }

    @Test(
        "a VPN's shared address and the address of a link are no reason against it",
        arguments: ["100.101.2.3", "169.254.3.4"])
    func restricted(address: String) {
        var network = Self.home
        network.addresses.append(InterfaceAddress(interface: "tailscale0", address: address))
        let root = RecordedAdministration()
        let system = FakeSystem(
            responses: [Self.local, Self.open, Self.link], network: network, administration: root.functions)
        #expect(system.run("pair", "--enable").code == .success)
    }

    @Test("a public address that the daemon listens on is no address for a phone")
    func publicAddress() {
        var abroad = Self.home
        abroad.addresses.append(InterfaceAddress(interface: "eth0", address: "203.0.113.5"))
        let system = FakeSystem(responses: [Self.status(["203.0.113.5:8947"])], network: abroad)
        #expect(system.run("pair").code == .failure)
    }
}
