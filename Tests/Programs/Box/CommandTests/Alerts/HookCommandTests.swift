import CommandLine
import Configuration
import Testing

@testable import Command

struct HookCommandTests {
    private static let hooks = [
        Hook(path: "/etc/whereismy/hooks.d/10-horn", fault: nil),
        Hook(path: "/etc/whereismy/hooks.d/20-mail", fault: "not run: writable by others than its owner"),
    ]
    private static let spool = "/run/whereismy-orders/hooks"
    /// Milliseconds of `FakeSystem.now`.
    private static let number = "1767226022311"

    @Test("hooks are listed with the reasons for which some are not run")
    func list() {
        let system = FakeSystem(hooks: Self.hooks)
        #expect(
            system.run("hook").text == """
                /etc/whereismy/hooks.d/10-horn
                /etc/whereismy/hooks.d/20-mail  not run: writable by others than its owner

                """)
        #expect(
            system.run("hook", "--format", "json").text == """
                {"path":"/etc/whereismy/hooks.d/10-horn"}
                {"path":"/etc/whereismy/hooks.d/20-mail","problem":"not run: writable by others than its owner"}

                """)
        let none = FakeSystem(hooks: []).run("hook")
        #expect(none.code == .nothingKnown && none.diagnostics.hasPrefix("no executable in /etc/whereismy/hooks.d"))
    }

    @Test("a test puts the event where the hooks' unit reads it, and starts the unit")
    func test() {
        let root = RecordedAdministration(present: [Self.spool])
        let system = FakeSystem(administration: root.functions, hooks: [Self.hooks[0]])
        let result = system.run("hook", "test", "--event", "dragging")
        #expect(result.code == .success && result.text == "ran /etc/whereismy/hooks.d/10-horn\n")
        let file = "\(Self.spool)/\(Self.number).json"
        #expect(
            root.log == [
                "create \(file)", "systemctl start -- whereismy-hook@\(Self.number).service", "remove \(file)",
            ])
        #expect(system.run("hook", "test", "-q") == CommandResult(code: .success))
        #expect(root.created.first?.hasPrefix("{\"event\":\"dragging\",\"place\":\"anchor\",") == true)
        #expect(root.created.first?.hasSuffix(",\"test\":true}\n") == true)
    }

    @Test("a failure names the journal of the unit")
    func failure() {
        let root = RecordedAdministration(reload: 1, present: [Self.spool])
        let result = FakeSystem(administration: root.functions, hooks: Self.hooks).run("hook", "test")
        #expect(result.code == .failure)
        #expect(result.diagnostics.contains("journalctl -u whereismy-hook@\(Self.number).service"))
    }

    @Test("a test needs root, the directory of systemd-tmpfiles and the name of a place")
    func refused() {
        let user = FakeSystem(hooks: Self.hooks).run("hook", "test")
        #expect(user.diagnostics.hasSuffix("fix: sudo whereismy hook test"))
        let bare = RecordedAdministration()
        let result = FakeSystem(administration: bare.functions, hooks: Self.hooks).run("hook", "test")
        #expect(result.diagnostics.contains("systemd-tmpfiles") && bare.log.isEmpty)
        #expect(FakeSystem(hooks: Self.hooks).run("hook", "test", "--place", "a/b").code == .usage)
        #expect(FakeSystem(hooks: Self.hooks).run("hook", "test", "--config", "/x").code == .usage)
    }
}
