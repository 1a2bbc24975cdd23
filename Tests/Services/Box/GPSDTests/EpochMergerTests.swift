import Basics
import Location
import Testing

@testable import GPSD

struct EpochMergerTests {
    private let first = Timestamp(milliseconds: 1_767_225_600_000)

    private func line(_ second: Int64?, device: String = "/dev/a", _ change: (inout TPV) -> Void = { _ in }) -> TPV {
        let time = second.map { first + .seconds($0) }
        var tpv = TPV(device: device, time: time, mode: 3, latitude: 52, longitude: 13)
        change(&tpv)
        return tpv
    }

    private func fixes(_ events: [ReceiverEvent]) -> [Fix] {
        events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    private func skies(_ events: [ReceiverEvent]) -> [Satellites] {
        events.compactMap { if case .satellites(let satellites, _) = $0 { satellites } else { nil } }
    }

    @Test("lines of one time form one epoch, flushed when the next starts: the last finite value and the highest mode")
    func merges() {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        merger.add(line(0) { $0.speed = 3 }, at: .seconds(1), into: &events)
        merger.add(
            line(0) {
                $0.mode = 2
                $0.latitude = 52.5
                $0.altMSL = 45
            }, at: .seconds(1), into: &events)
        #expect(events.isEmpty)
        merger.add(line(1), at: .seconds(2), into: &events)
        let fix = fixes(events).first
        #expect(fixes(events).count == 1)
        #expect(fix?.mode == .threeDimensional)
        #expect(fix?.coordinate == Coordinate(latitude: 52.5, longitude: 13))
        #expect(fix?.speed == 3)
        #expect(fix?.altitude == 45)
    }

    @Test("the last complete Earth-centred vector of an epoch counts, and survives a line without one")
    func mergesVectors() {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        merger.add(line(0) { ($0.ecefx, $0.ecefy, $0.ecefz) = (1, 2, 3) }, at: .seconds(1), into: &events)
        merger.add(line(0) { ($0.ecefvx, $0.ecefvy, $0.ecefvz) = (4, 5, 6) }, at: .seconds(1), into: &events)
        merger.add(line(0) { ($0.ecefx, $0.ecefy) = (7, 8) }, at: .seconds(1), into: &events)
        merger.add(line(0) { ($0.ecefvx, $0.ecefvy, $0.ecefvz) = (9, 10, 11) }, at: .seconds(1), into: &events)
        merger.add(line(1), at: .seconds(2), into: &events)
        #expect(fixes(events).first?.ecefPosition == ECEFVector(x: 1, y: 2, z: 3))
        #expect(fixes(events).first?.ecefVelocity == ECEFVector(x: 9, y: 10, z: 11))
    }

    @Test("an epoch that nothing follows is flushed once, after 0.3 s")
    func timesOut() {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        merger.add(line(0), at: .seconds(1), into: &events)
        #expect(merger.deadline == .milliseconds(1300))
        merger.flushOverdue(at: .milliseconds(1299), into: &events)
        #expect(events.isEmpty)
        merger.flushOverdue(at: .milliseconds(1300), into: &events)
        merger.flushOverdue(at: .seconds(9), into: &events)
        #expect(fixes(events).count == 1)
        #expect(merger.deadline == nil)
    }

    @Test("interleaved receivers do not mix")
    func devices() {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        merger.add(line(0) { $0.altMSL = 1 }, at: .zero, into: &events)
        merger.add(line(0, device: "/dev/b") { $0.altMSL = 2 }, at: .zero, into: &events)
        merger.add(line(0) { $0.speed = 7 }, at: .zero, into: &events)
        merger.finish(at: .zero, into: &events)
        #expect(fixes(events).map(\.device) == ["/dev/a", "/dev/b"])
        #expect(fixes(events).map(\.altitude) == [1, 2])
        #expect(fixes(events).map(\.speed) == [7, nil])
    }

    @Test("each line without a time is its own epoch in a recording, which has no pace")
    func timeless() {
        var merger = EpochMerger(isPaced: false)
        var events: [ReceiverEvent] = []
        for _ in 0..<3 { merger.add(line(nil), at: .zero, into: &events) }
        merger.finish(at: .zero, into: &events)
        #expect(fixes(events).count == 3)
    }

    /// A line some milliseconds after the start.
    private typealias Line = (milliseconds: Int, change: (inout TPV) -> Void)

    /// Adds lines without a time and returns their fixes.
    private func fixes(_ lines: [Line], isPaced: Bool = true) -> [Fix] {
        var merger = EpochMerger(isPaced: isPaced)
        var events: [ReceiverEvent] = []
        for item in lines { merger.add(line(nil, item.change), at: .milliseconds(item.milliseconds), into: &events) }
        merger.finish(at: .seconds(99), into: &events)
        return fixes(events)
    }

    @Test(
        "lines without a time and with one position are one epoch for each second, also at rest",
        arguments: [0, 1, 290])
    func repeated(delay: Int) {
        let atRest = (0..<5).flatMap { second -> [Line] in
            let start = second * 1000
            return [(start, { $0.altMSL = 7 }), (start + delay, { $0.speed = Double(second) })]
        }
        let found = fixes(atRest)
        #expect(found.map(\.speed) == [0, 1, 2, 3, 4] && found.allSatisfy { $0.altitude == 7 })
        #expect(fixes((0..<5).map { second -> Line in (second * 1000, { $0.altMSL = 7 }) }).count == 5)
        // A line of GNS may have more decimals than one of GGA.
        #expect(fixes([(0, { $0.latitude = 52.000001 }), (delay, { $0.longitude = 12.999999 })]).count == 1)
    }

    @Test("lines without a time at another place, after the timeout or without a position are other epochs")
    func notRepeated() {
        #expect(fixes([(0, { _ in }), (0, { $0.latitude += 1e-5 }), (0, { $0.longitude += 1e-5 })]).count == 3)
        #expect(fixes([(0, { _ in }), (300, { _ in }), (1300, { _ in })]).count == 3)
        #expect(fixes([(0, { $0.latitude = .nan }), (0, { $0.latitude = .nan })]).count == 2)
        #expect(fixes([(0, { $0.time = first }), (0, { _ in }), (0, { $0.time = first + .seconds(1) })]).count == 3)
    }

    @Test(
        "of lines without a time, the time stamps are the pace of a recording, and their time",
        arguments: [true, false])
    func stamped(isPaced: Bool) {
        let stamps = [0, 0, 200, 1000, 1299, 1300, 1200, 5000]
        let found = fixes(
            stamps.map { stamp -> Line in (0, { $0.received = first + .milliseconds(stamp) }) }, isPaced: isPaced)
        #expect(found.map(\.timestamp) == [0, 1000, 1300, 1200, 5000].map { first + .milliseconds($0) })
        #expect(found.allSatisfy { $0.timeSource == .reception })
        let timed = fixes([(0, { ($0.time, $0.received) = (first, first + .seconds(9)) })])
        #expect(timed.map(\.timestamp) == [first] && timed.first?.timeSource == .receiver)
        #expect(fixes([(0, { $0.received = first }), (0, { _ in })], isPaced: isPaced).count == 2)
    }

    @Test("the richest sky of an epoch counts, and precedes its fix")
    func richestSky() {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        let lines = [
            Satellites(hdop: 0.9), Satellites(used: 4, visible: 6), Satellites(used: 8, visible: 12),
            Satellites(used: 0, visible: 3),
        ]
        for satellites in lines {
            merger.add(SKY(device: "/dev/a", time: first, satellites: satellites), at: .zero, into: &events)
        }
        merger.add(line(0), at: .zero, into: &events)
        merger.finish(at: .zero, into: &events)
        #expect(skies(events) == [Satellites(used: 8, visible: 12, hdop: 0.9)])
        #expect(fixes(events).first?.horizontalAccuracy?.radius == 19 * 0.9)
        if case .satellites = events.first {} else { Issue.record("the sky goes first") }
    }

    @Test("the dilution of another receiver, or an old one, does not apply to a fix")
    func foreignDilution() {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        let sky = Satellites(hdop: 1)
        merger.add(SKY(device: "/dev/b", time: first, satellites: sky), at: .zero, into: &events)
        merger.add(SKY(device: "/dev/a", time: first, satellites: sky), at: .zero, into: &events)
        merger.add(line(9), at: .seconds(9), into: &events)
        merger.finish(at: .seconds(9), into: &events)
        #expect(fixes(events).map(\.horizontalAccuracy) == [nil])
    }

    @Test("a line without satellites retains the counts of the last six seconds, as gpsd 3.25 sends dilutions apart")
    func dilutionsApart() {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        let listed = Satellites(used: 8, visible: 11, hdop: 1)
        merger.add(SKY(device: "/dev/a", satellites: listed), at: .zero, into: &events)
        for second in [5, 7] {
            merger.add(SKY(device: "/dev/a", satellites: Satellites(hdop: 2)), at: .seconds(second), into: &events)
        }
        merger.finish(at: .seconds(7), into: &events)
        #expect(skies(events) == [listed, Satellites(used: 8, visible: 11, hdop: 2), Satellites(hdop: 2)])
    }

    @Test("the sky of the next epoch does not apply to the one before")
    func nextSky() {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        let second = first + .seconds(1)
        merger.add(SKY(device: "/dev/a", time: first, satellites: Satellites(hdop: 1)), at: .zero, into: &events)
        merger.add(line(0), at: .zero, into: &events)
        merger.add(SKY(device: "/dev/a", time: second, satellites: Satellites(hdop: 9)), at: .zero, into: &events)
        merger.add(line(1), at: .zero, into: &events)
        merger.finish(at: .zero, into: &events)
        #expect(fixes(events).map { $0.horizontalAccuracy?.radius } == [19, 171])
    }

    @Test("a late line does not repeat its epoch, and a stopped clock does not end the fixes")
    func late() {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        merger.add(line(0), at: .zero, into: &events)
        merger.flushOverdue(at: .milliseconds(300), into: &events)
        merger.add(line(0) { $0.latitude = 1 }, at: .milliseconds(500), into: &events)
        merger.finish(at: .milliseconds(600), into: &events)
        #expect(fixes(events).count == 1)
        merger.add(line(0), at: .milliseconds(1300), into: &events)
        merger.finish(at: .milliseconds(1300), into: &events)
        #expect(fixes(events).count == 2)
    }

    @Test("invented receivers do not use memory")
    func manyDevices() {
        var merger = EpochMerger()
        var events: [ReceiverEvent] = []
        for number in 0..<1000 { merger.add(line(0, device: "/dev/\(number)"), at: .zero, into: &events) }
        merger.finish(at: .zero, into: &events)
        #expect(fixes(events).count <= 32)
        #expect(fixes(events).last?.device == "/dev/999")
    }
}
