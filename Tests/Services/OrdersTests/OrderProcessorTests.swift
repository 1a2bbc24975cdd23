import Linux
import Places
import TestSupport
import Testing

@testable import Orders

/// A run over directories written by an untrusted user.
struct OrderProcessorTests {
    private let scratch: ScratchDirectory
    private let inbox: String
    private let spool: String

    init() throws {
        scratch = try ScratchDirectory()
        (inbox, spool) = (scratch.file("new"), scratch.file("hooks"))
        for path in [inbox, spool] { try Directory.create(path, mode: 0o750) }
    }

    private func put(_ name: String, _ text: String) throws {
        try AtomicFile.replace("\(inbox)/\(name)", with: Array(text.utf8), mode: 0o640)
    }

    private func order(_ places: String...) throws {
        let order = PlaceOrder(try places.map { try #require(PlaceName($0)) })
        try AtomicFile.replace("\(inbox)/places", with: order.bytes, mode: 0o640)
    }

    private func link(_ name: String, to path: String) throws {
        #expect(
            try ProgramOutput.capture("ln", ["-s", path, "\(inbox)/\(name)"], within: .seconds(20)).status == .exited(0)
        )
    }

    private func run(_ control: RecordingControl) -> [any Error] {
        var processor = OrderProcessor(
            OrderInbox(inbox: inbox, spool: spool) { ".odd-\(UInt64.random(in: 0...UInt64.max))" }, control)
        return processor.run()
    }

    private func names(_ path: String) throws -> [String] { try DirectoryListing.names(in: path).sorted() }

    @Test("targets are stopped and started as ordered, and the order is removed")
    func follows() throws {
        try order("Home", "a b")
        let control = RecordingControl(active: ["whereismy-place@Work.target", "whereismy-place@Home.target"])
        #expect(run(control).isEmpty)
        #expect(control.calls == ["stop whereismy-place@Work.target", #"start whereismy-place@a\x20b.target"#])
        #expect(try names(inbox).isEmpty)
    }

    @Test("without requests nothing is done; hidden files are being written")
    func nothing() throws {
        try put(".places.new", "whereismy-places 1\n")
        let control = RecordingControl(active: ["whereismy-place@Home.target"])
        #expect(run(control).isEmpty)
        #expect(control.calls.isEmpty)
        #expect(try names(inbox) == [".places.new"])
    }

    @Test("an order stays until systemd responds")
    func unreachable() throws {
        try order("Home")
        try put("7.json", "{}")
        let control = RecordingControl(isReachable: false)
        #expect(run(control).count == 1)
        #expect(control.calls == ["start whereismy-hook@7.service"])
        #expect(try names(inbox) == ["places"])
    }

    @Test("an uncompleted order is retried, unless there is a newer one")
    func slow() throws {
        try order("Home")
        #expect(run(RecordingControl(isSlow: true)).count == 1)
        #expect(try names(inbox) == ["places-taken"])
        let control = RecordingControl()
        #expect(run(control).isEmpty && control.calls == ["start whereismy-place@Home.target"])
        #expect(try names(inbox).isEmpty)
        try order("Home")
        #expect(run(RecordingControl(isSlow: true)).count == 1)
        try order("Work")
        let other = RecordingControl()
        #expect(run(other).isEmpty && other.calls == ["start whereismy-place@Work.target"])
        #expect(try names(inbox).isEmpty)
    }

    @Test("the order of a killed run is visible to systemd and resumed by the next")
    func killed() throws {
        try order("Home")
        let killed = OrderInbox(inbox: inbox, spool: spool) { ".odd" }
        _ = try #require(try killed.dequeuePlaces(isNew: true))
        #expect(try names(inbox).contains { !$0.hasPrefix(".") })
        let control = RecordingControl()
        #expect(run(control).isEmpty && control.calls == ["start whereismy-place@Home.target"])
        #expect(try names(inbox).isEmpty)
    }

    @Test(
        "an obstacle at the name of a taken order delays one run",
        arguments: ["touch", "mkfifo", "mkdir -p", "ln -s"])
    func obstacle(command: String) throws {
        let name = "\(inbox)/places-taken"
        let path = command == "mkdir -p" ? "\(name)/full" : command == "ln -s" ? "x \(name)" : name
        let put = { try ProgramOutput.capture("sh", ["-c", "\(command) \(path)"], within: .seconds(20)).status }
        #expect(try put() == .exited(0))
        #expect(run(RecordingControl()).count == 1)
        #expect(try names(inbox).allSatisfy { $0.hasPrefix(".") })
        #expect(try put() == .exited(0))
        try order("Home")
        let control = RecordingControl()
        #expect(run(control).isEmpty && control.calls == ["start whereismy-place@Home.target"])
        #expect(try names(inbox).allSatisfy { $0.hasPrefix(".") })
    }

    @Test("no more hooks wait at once than allowed; the others stay in the inbox")
    func many() throws {
        for number in 1...63 { try AtomicFile.replace("\(spool)/\(number).json", with: [], mode: 0o640) }
        try put("70.json", "{}")
        try put("71.json", "{}")
        let control = RecordingControl()
        #expect(run(control).isEmpty && control.calls == ["start whereismy-hook@70.service"])
        #expect(try names(inbox) == ["71.json"])
    }

    @Test("an invalid order is rejected and removed, and starts nothing")
    func refused() throws {
        try put("places", "whereismy-places 1\nsshd.service\n../x\n")
        let control = RecordingControl(active: ["whereismy-place@Home.target"])
        #expect(run(control).map { "\($0)" } == ["line 3: not the name of a place"])
        #expect(control.calls.isEmpty)
        #expect(try names(inbox).isEmpty)
    }

    @Test("a failed stop does not prevent a start")
    func half() throws {
        try order("Home")
        let control = RecordingControl(active: ["whereismy-place@A.target"], failing: ["whereismy-place@A.target"])
        #expect(run(control).count == 1)
        #expect(control.calls == ["stop whereismy-place@A.target", "start whereismy-place@Home.target"])
    }

    @Test("no link is followed: not for an order, not for an event, not for the directory")
    func links() throws {
        try scratch.write("secret", Array("whereismy-places 1\nHome\n".utf8))
        try link("places", to: scratch.file("secret"))
        try link("1.json", to: scratch.file("secret"))
        try link("loop", to: "loop")
        let control = RecordingControl(active: ["whereismy-place@Work.target"])
        #expect(run(control).count == 2)
        #expect(control.calls.isEmpty)
        #expect(try names(inbox).isEmpty)
        #expect(try names(spool).isEmpty)
        #expect(scratch.names.contains("secret"))

        let moved = scratch.file("moved")
        #expect(try ProgramOutput.capture("mv", [inbox, moved], within: .seconds(20)).status == .exited(0))
        #expect(try ProgramOutput.capture("ln", ["-s", moved, inbox], within: .seconds(20)).status == .exited(0))
        try AtomicFile.replace("\(moved)/places", with: PlaceOrder([]).bytes, mode: 0o640)
        #expect(run(control).count == 1)
        #expect(control.calls.isEmpty)
    }

    @Test("pipes and directories block nothing, and are gone after the first run")
    func oddities() throws {
        #expect(
            try ProgramOutput.capture("mkfifo", ["\(inbox)/places", "\(inbox)/1.json"], within: .seconds(20)).status
                == .exited(0))
        for name in ["2.json", "2.json/full", "x", "x/full", "y"] {
            try Directory.create("\(inbox)/\(name)", mode: 0o750)
        }
        let control = RecordingControl()
        #expect(run(control).count == 3)
        #expect(control.calls.isEmpty)
        #expect(try names(inbox).allSatisfy { $0.hasPrefix(".") })
        #expect(try names(spool).isEmpty)
        try order("Home")
        #expect(run(control).isEmpty)
        #expect(control.calls == ["start whereismy-place@Home.target"])
    }

    @Test("directories in place of events do not use up the room for hooks, whenever they were left")
    func directories() throws {
        for number in 0..<OrderInbox.maxConcurrent {
            // As an earlier version left them.
            try Directory.create("\(spool)/.odd-\(number)", mode: 0o750)
        }
        for number in 1...70 {
            try Directory.create("\(inbox)/\(number).json", mode: 0o750)
            try Directory.create("\(inbox)/\(number).json/full", mode: 0o750)
        }
        for _ in 0..<10 { _ = run(RecordingControl()) }
        try put("1000.json", "{}")
        let control = RecordingControl()
        #expect(run(control).isEmpty && control.calls == ["start whereismy-hook@1000.service"])
        #expect(try names(inbox).allSatisfy { $0.hasPrefix(".") })
        #expect(try names(spool).count == OrderInbox.maxConcurrent + 1)
    }

    @Test("events are spooled in order, a few a run, and the others stay for the next")
    func events() throws {
        for number in 95...110 { try put("\(number).json", "{\"n\":\(number)}") }
        try put("100000000000000000.json", "{}")
        let control = RecordingControl()
        #expect(run(control).isEmpty)
        #expect(control.calls == (95..<103).map { "start whereismy-hook@\($0).service" })
        #expect(try names(spool).count == OrderProcessor<RecordingControl>.maxHooks)
        #expect(try names(inbox) == (103...110).map { "\($0).json" })
        #expect(try FileContents.read("\(spool)/95.json") == Array("{\"n\":95}".utf8))
    }

    @Test(
        "the hooks of an event that a killed run had taken are started by the next, which systemd starts for its mark")
    func interrupted() throws {
        try put("7.json", "{}")
        let killed = OrderInbox(inbox: inbox, spool: spool) { ".odd" }
        try killed.moveToSpool(try #require(HookNumber(7)))
        #expect(try names(spool) == ["7.json", "7.starting"])
        let control = RecordingControl()
        #expect(run(control).isEmpty && control.calls == ["start whereismy-hook@7.service"])
        #expect(try names(spool) == ["7.json"])
        #expect(run(control).isEmpty && control.calls.count == 1)
        // Killed before the move, after the end of the hooks, or left by a hook.
        for name in ["8.starting", "x.starting"] {
            try AtomicFile.replace("\(spool)/\(name)", with: [], mode: 0o640)
        }
        try Directory.create("\(spool)/9.starting", mode: 0o750)
        try Directory.create("\(spool)/9.starting/full", mode: 0o750)
        try put("8.json", "{}")
        #expect(run(control).isEmpty && control.calls == [7, 8].map { "start whereismy-hook@\($0).service" })
        #expect(try names(spool).filter { !$0.hasPrefix(".") } == ["7.json", "8.json"])
    }

    @Test("an event that is too long, or whose unit cannot start, is removed")
    func forgotten() throws {
        try put("1.json", String(repeating: "x", count: OrderInbox.maxEventBytes + 1))
        try put("2.json", "{}")
        let control = RecordingControl(failing: ["whereismy-hook@2.service"])
        #expect(run(control).count == 2)
        #expect(control.calls == ["start whereismy-hook@2.service"])
        #expect(try names(spool).isEmpty)
        #expect(try names(inbox).isEmpty)
    }

    @Test("a directory full of other files is cleared run by run, and hidden ones hide no order", arguments: ["", "."])
    func rubbish(prefix: String) throws {
        for number in 0..<600 { try put("\(prefix)rubbish-\(number)", "") }
        try order("Home")
        let control = RecordingControl()
        for _ in 0..<3 { _ = run(control) }
        #expect(control.calls == ["start whereismy-place@Home.target"])
        #expect(try names(inbox).count == (prefix.isEmpty ? 0 : 600))
    }
}
