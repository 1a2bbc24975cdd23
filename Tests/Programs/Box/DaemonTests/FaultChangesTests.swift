import Basics
import Location
import Testing

@testable import Daemon

struct FaultChangesTests {
    private func report(_ device: String?, _ kind: ReceiverFault.Kind = .frozen) -> Report {
        var report = Report(state: .live, since: Timestamp(milliseconds: 0))
        report.receiverFault = device.map { ReceiverFault(device: $0, kind: kind) }
        return report
    }

    @Test("a fault is logged once per receiver, with its cure")
    func once() {
        var changes = FaultChanges()
        #expect(changes.line(for: report(nil)) == nil)
        let line = changes.line(for: report("/dev/a"))
        #expect(line?.hasPrefix("/dev/a: gpsd freezes") == true)
        #expect(line?.contains("fix: gpsd 3.23.1 or later") == true)
        #expect(changes.line(for: report("/dev/a")) == nil)
        let other = changes.line(for: report("/dev/b", .disagreement(metres: 530.4)))
        #expect(other?.contains("lie 530 m from its Earth-centred position") == true)
        #expect(changes.line(for: report("/dev/b")) == nil)
    }

    @Test("invented device names do not fill the journal, and have no control characters")
    func hostile() {
        var changes = FaultChanges()
        let lines = (0..<1000).compactMap { changes.line(for: report("\u{1B}[2J\($0)")) }
        #expect(lines.count == 32)
        #expect(lines.allSatisfy { !$0.contains("\u{1B}") })
    }
}
