import Basics
import Location
import Testing

@testable import GPSD

/// Epochs of one report each, which need not wait for another line.
struct WholeEpochTests {
    private let first = Timestamp(milliseconds: 1_767_225_600_000)
    private let device = "/dev/a"

    private func report(_ second: Int, altitude: Double = 7) -> TPV {
        var tpv = TPV(device: device, time: first + .seconds(second), mode: 3, latitude: 52, longitude: 13)
        tpv.altMSL = altitude
        return tpv
    }

    private func sky(_ second: Int, used: Int = 8, hdop: Double = 1) -> SKY {
        SKY(
            device: device, time: first + .seconds(second),
            satellites: Satellites(used: used, visible: 12, hdop: hdop))
    }

    private func isFix(_ event: ReceiverEvent?) -> Bool { if case .fix? = event { true } else { false } }

    /// A merger after epochs of a report and, after some milliseconds, a sky.
    private func proven(skyAfter delay: Int? = 0) -> EpochMerger {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        for second in 0..<5 {
            merger.add(report(second), at: .seconds(second), into: &events)
            merger.flushOverdue(at: .seconds(second) + .milliseconds(min(delay ?? 300, 300)), into: &events)
            if let delay { merger.add(sky(second), at: .seconds(second) + .milliseconds(delay), into: &events) }
            merger.flushOverdue(at: .seconds(second) + .milliseconds(400), into: &events)
        }
        return merger
    }

    @Test("a report is published with the sky that follows it, or 20 ms later without one")
    func followed() {
        var merger = proven()
        var events: [ReceiverEvent] = []
        merger.add(report(5), at: .seconds(5), into: &events)
        #expect(events.isEmpty && merger.deadline == .milliseconds(5020))
        merger.add(sky(5), at: .milliseconds(5001), into: &events)
        #expect(events.count == 2 && isFix(events.last) && merger.deadline == nil)
        merger.add(report(6), at: .seconds(6), into: &events)
        merger.flushOverdue(at: .milliseconds(6020), into: &events)
        #expect(events.count == 3)
        // It is no longer expected.
        merger.add(report(7), at: .seconds(7), into: &events)
        #expect(events.count == 4 && isFix(events.last))
    }

    @Test("a report whose sky is late or missing is published at once, and the sky with the next report")
    func late() {
        for delay in [nil, 200] {
            var merger = proven(skyAfter: delay)
            var events: [ReceiverEvent] = []
            merger.add(report(5), at: .seconds(5), into: &events)
            #expect(isFix(events.last))
            let count = events.count
            merger.add(sky(5), at: .milliseconds(5200), into: &events)
            #expect(events.count == count && merger.deadline == .milliseconds(6450))
            merger.add(report(6), at: .seconds(6), into: &events)
            #expect(events.count == count + 2 && isFix(events.last) && merger.deadline == nil)
        }
    }

    @Test("a report that follows its sky is published at once")
    func skyFirst() {
        var merger = proven()
        var events: [ReceiverEvent] = []
        merger.add(sky(5, hdop: 3), at: .milliseconds(4900), into: &events)
        #expect(events.isEmpty)
        merger.add(report(5), at: .seconds(5), into: &events)
        #expect(events.count == 2 && isFix(events.last))
    }

    @Test("as many lines of a sky as of the one before are waited for")
    func splitSky() {
        var merger = proven()
        var events: [ReceiverEvent] = []
        for second in 5...6 {
            events = []
            let start = Duration.seconds(second)
            merger.add(sky(second, used: 2), at: start - .milliseconds(100), into: &events)
            merger.add(sky(second), at: start - .milliseconds(100), into: &events)
            merger.add(report(second), at: start, into: &events)
        }
        events = []
        merger.add(sky(7, used: 2), at: .milliseconds(6900), into: &events)
        merger.add(report(7), at: .seconds(7), into: &events)
        #expect(!isFix(events.last))
        merger.add(sky(7), at: .milliseconds(7001), into: &events)
        #expect(isFix(events.last))
    }

    @Test("after a second line of an epoch, the next ones are waited for as before")
    func split() {
        var merger = proven()
        var events: [ReceiverEvent] = []
        merger.add(report(5), at: .seconds(5), into: &events)
        merger.add(report(5, altitude: 9), at: .milliseconds(5010), into: &events)
        #expect(merger.deadline == .milliseconds(5300))
        merger.add(sky(5), at: .milliseconds(5020), into: &events)
        #expect(events.isEmpty)
        merger.flushOverdue(at: .milliseconds(5300), into: &events)
        guard case .fix(let fix)? = events.last else { return #expect(Bool(false)) }
        #expect(fix.altitude == 9)
        merger.add(report(6), at: .seconds(6), into: &events)
        #expect(merger.deadline == .milliseconds(6300))
    }

    @Test("each split of a receiver's proven epochs doubles those that prove the next ones")
    func splitAgain() {
        var merger = proven(skyAfter: nil)
        var events: [ReceiverEvent] = []
        var second = 5
        for required in [6, 12, 24, 48, 60, 60] {
            // Not waited for, so that its second line is lost.
            merger.add(report(second), at: .seconds(second), into: &events)
            #expect(merger.deadline == nil)
            merger.add(report(second, altitude: 9), at: .seconds(second) + .milliseconds(50), into: &events)
            for _ in 0..<required {
                second += 1
                merger.add(report(second), at: .seconds(second), into: &events)
                #expect(merger.deadline == .seconds(second) + .milliseconds(300))
                merger.flushOverdue(at: .seconds(second) + .milliseconds(400), into: &events)
            }
            second += 1
        }
    }

    @Test("a line that comes too late for its epoch makes the next ones wait")
    func tooLate() {
        var merger = proven(skyAfter: nil)
        var events: [ReceiverEvent] = []
        merger.add(report(5), at: .seconds(5), into: &events)
        merger.add(report(5, altitude: 9), at: .milliseconds(5050), into: &events)
        #expect(events.count == 1)
        merger.add(report(6), at: .seconds(6), into: &events)
        #expect(events.count == 1 && merger.deadline == .milliseconds(6300))
    }
}
