import Orders
import Places
import Testing

struct TargetUnitTests {
    @Test(
        "a place's target is named as by systemd-escape(1)",
        arguments: [
            ("Home", "whereismy-place@Home.target"), ("a b", #"whereismy-place@a\x20b.target"#),
            ("--force", #"whereismy-place@\x2d\x2dforce.target"#), ("*", #"whereismy-place@\x2a.target"#),
            (".target", #"whereismy-place@\x2etarget.target"#), ("x@y", #"whereismy-place@x\x40y.target"#),
        ])
    func escapes(name: String, unit: String) throws {
        let target = TargetUnit(try #require(PlaceName(name)))
        #expect(target.name == unit)
        #expect(TargetUnit(unit: unit) == target)
    }

    @Test(
        "another unit is none",
        arguments: [
            "whereismy-place@.target", "whereismy-place@x.service", "sshd.service", "multi-user.target",
            "-whereismy-place@x.target", "whereismy-place@*.target", "whereismy-place@a b.target",
            "whereismy-place@[a].target", "whereismy-place@\(String(repeating: "x", count: 240)).target",
        ])
    func refuses(name: String) {
        #expect(TargetUnit(unit: name) == nil)
    }

    @Test("the output of systemctl is parsed; other units are ignored")
    func reads() throws {
        let shown = """
            Id=whereismy-place@A.target
            ActiveState=active

            Id=whereismy-place@B.target
            ActiveState=inactive
            Job=71

            Id=ssh.service
            ActiveState=active

            Id=whereismy-place@C.target
            ActiveState=inactive
            Job=
            """
        let (a, b, c) = (try unit("A"), try unit("B"), try unit("C"))
        #expect(
            TargetState.parse(shown + "\n") == [
                TargetState(a, isActive: true), TargetState(b, isActive: false, isChanging: true),
                TargetState(c, isActive: false),
            ])
        #expect(TargetState.parse("").isEmpty)
    }

    private func unit(_ name: String) throws -> TargetUnit { TargetUnit(try #require(PlaceName(name))) }

    @Test("missing targets are started, others stopped, and pending changes requested again")
    func change() throws {
        let (a, b, c, d, e) = (try unit("A"), try unit("B"), try unit("C"), try unit("D"), try unit("E"))
        let order = PlaceOrder(try ["A", "B", "C"].map { try #require(PlaceName($0)) })
        let change = TargetChange(
            to: order,
            from: [
                TargetState(a, isActive: true), TargetState(b, isActive: true, isChanging: true),
                TargetState(d, isActive: true), TargetState(e, isActive: false, isChanging: true),
                TargetState(try unit("F"), isActive: false),
            ])
        #expect(change.start == [b, c])
        #expect(change.stop == [d, e])
    }
}
