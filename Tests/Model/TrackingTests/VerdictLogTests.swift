import Basics
import Location
import Testing

@testable import Tracking

struct VerdictLogTests {
    private static let start: Int64 = 1_767_225_600_000
    private let jump = Verdict.rejected(.implausibleJump(Jump(distance: 530, allowed: 40)))

    private func moment(_ seconds: Double, clock: Double? = nil) -> Moment {
        let wallClock = Timestamp(milliseconds: Self.start + Int64((clock ?? seconds) * 1000))
        return Moment(uptime: .seconds(seconds), wallClock: wallClock)
    }

    private func fix(_ device: String = "/dev/a") -> Fix {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: Self.start)
        fix.coordinate = Coordinate(latitude: 52.5, longitude: 13.25)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 4.5, origin: .receiver)
        fix.differential = .dgps
        return fix
    }

    @Test("stores data, time and verdict with its numbers")
    func record() throws {
        var log = VerdictLog()
        log.record(.accepted, raw: fix(), at: moment(10))
        log.record(jump, raw: fix(), at: moment(11))
        let records = log.entries(at: .seconds(12)).map { $0.record(at: moment(12)) }
        #expect(records.map(\.verdict) == ["accepted", "rejected"])
        #expect(records.map(\.reason) == [nil, "implausible-jump"])
        #expect(records.allSatisfy { $0.raw == fix() && $0.count == 1 && $0.until == nil })
        let last = try #require(records.last)
        #expect(last.explanation?.contains("530.0 m") == true)
        #expect(last.received == moment(11).wallClock && last.age == .seconds(1))
    }

    @Test("retains the newest verdicts of every kind")
    func newest() {
        var log = VerdictLog(capacity: 10)
        for second in 0..<25 { log.record(.accepted, raw: fix(), at: moment(Double(second))) }
        #expect(log.entries(at: .seconds(25)).map(\.began.uptime) == (15..<25).map { .seconds($0) })
    }

    @Test("merges runs of uninformative rejections per device")
    func hollow() {
        var log = VerdictLog()
        for second in 0..<5000 {
            log.record(.rejected(.otherDevice(inUse: "/dev/a")), raw: fix("/dev/b"), at: moment(Double(second)))
            if second < 500 { log.record(.accepted, raw: fix(), at: moment(Double(second))) }
        }
        let entries = log.entries(at: .seconds(5000))
        #expect(entries.count == 501)
        #expect(entries.last?.count == 5000)
        #expect(entries.last?.began == moment(0) && entries.last?.ended == moment(4999))
        #expect(entries.last?.record(at: moment(5000)).until == moment(4999).wallClock)
    }

    @Test("another verdict on a device ends its run")
    func ends() {
        var log = VerdictLog()
        let verdicts: [Verdict] = [
            .rejected(.noPosition), .rejected(.noPosition), .accepted, .rejected(.noPosition), jump,
            .rejected(.noPosition),
        ]
        for (second, verdict) in verdicts.enumerated() { log.record(verdict, raw: fix(), at: moment(Double(second))) }
        #expect(log.entries(at: .seconds(6)).map(\.count) == [2, 1, 1, 1, 1])
    }

    @Test("retains rejections of a day beyond the newest verdicts, merged in runs")
    func day() {
        var log = VerdictLog(capacity: 10)
        for second in 0..<4 { log.record(jump, raw: fix(), at: moment(Double(second))) }
        log.record(.accepted, raw: fix(), at: moment(4))
        log.record(jump, raw: fix(), at: moment(5))
        for second in 10..<30 { log.record(.duplicate, raw: fix(), at: moment(Double(second))) }
        let rejected = { log.entries(at: $0).filter { $0.verdict.rejection != nil } }
        #expect(rejected(.seconds(30)).map(\.count) == [4, 1])
        #expect(rejected(.seconds(86_404)).map(\.count) == [1])
        #expect(rejected(.seconds(86_405)).isEmpty)
        #expect(log.entries(at: .seconds(86_405)).count == 10)
    }

    @Test("setting the clock discards nothing and does not change the order")
    func clock() {
        var log = VerdictLog(capacity: 1)
        log.record(jump, raw: fix(), at: moment(0, clock: -1_700_000_000))
        log.record(.accepted, raw: fix(), at: moment(1, clock: 1))
        log.record(jump, raw: fix(), at: moment(2, clock: 2))
        log.record(.accepted, raw: fix(), at: moment(3, clock: -90_000))
        let entries = log.entries(at: .seconds(4))
        #expect(entries.map(\.began.uptime) == [.zero, .seconds(2), .seconds(3)])
        let ages = entries.map { $0.record(at: moment(4, clock: -90_000)).age }
        #expect(ages == [.seconds(4), .seconds(2), .seconds(1)])
    }

    @Test("bounds memory by discarding the oldest rejections, and reports up to when")
    func bounded() {
        var log = VerdictLog(capacity: 1, rejectionCapacity: 5)
        for second in 0..<20 {
            log.record(second.isMultiple(of: 2) ? jump : .accepted, raw: fix(), at: moment(Double(second)))
        }
        #expect(log.entries(at: .seconds(20)).map(\.began.uptime) == [10, 12, 14, 16, 18, 19].map { .seconds($0) })
        #expect(log.discardedUntil(at: .seconds(20)) == moment(8).wallClock)
        #expect(log.discardedUntil(at: .seconds(86_408)) == nil)
        #expect(VerdictLog().discardedUntil(at: .zero) == nil)
    }

    @Test("reinstated fixes are neither in the summary nor retained for a day")
    func reinstated() {
        var log = VerdictLog(capacity: 10)
        log.record(jump, raw: fix(), at: moment(0))
        log.record(.accepted, raw: fix(), at: moment(1))
        for second in 2..<5 { log.record(jump, raw: fix(), at: moment(Double(second))) }
        log.record(jump, raw: fix("/dev/b"), at: moment(5))
        #expect(log.summary(at: .seconds(5))?.count == 5)
        log.record(.accepted, raw: fix(), reinstating: 3, at: moment(6))
        #expect(log.entries(at: .seconds(6)).map(\.isReinstated) == [false, false, true, true, true, false, false])
        #expect(log.summary(at: .seconds(6)) == nil)
        log.record(jump, raw: fix(), at: moment(7))
        #expect(log.summary(at: .seconds(7))?.count == 3 && log.summary(at: .seconds(7))?.epochs == 8)
        for second in 10..<30 { log.record(.duplicate, raw: fix(), at: moment(Double(second))) }
        let rejections = log.entries(at: .seconds(30)).filter { $0.verdict.rejection != nil }
        #expect(rejections.map(\.began.uptime) == [0, 5, 7].map { .seconds($0) })
    }

    @Test("made-up device names do not exhaust memory or corrupt the log")
    func devices() {
        var log = VerdictLog(capacity: 100, rejectionCapacity: 100)
        for number in 0..<1000 {
            log.record(.rejected(.noPosition), raw: fix("/dev/\(number)"), at: moment(Double(number)))
        }
        let entries = log.entries(at: .seconds(1000))
        #expect(entries.count == 200 && entries.allSatisfy { $0.count == 1 })
        #expect(log.discardedUntil(at: .seconds(1000)) == moment(799).wallClock)
    }

    @Test("the full log takes little more than 2 MB")
    func size() {
        #expect(MemoryLayout<VerdictEntry>.stride * 11_000 < 2_200_000, "\(MemoryLayout<VerdictEntry>.stride)")
    }
}
