import Basics
import Configuration
import Delivery
import History
import Linux
import Location
import PublishState
import TestSupport
import Testing

struct WaitingFixesTests {
    /// 2026-01-01T00:00:00Z.
    private static let start = Timestamp(milliseconds: 1_767_225_600_000)

    private static func points(_ seconds: StrideTo<Int>, _ device: String = "a") throws -> [TrackPoint] {
        try seconds.map { second in
            var fix = Fix(device: device, mode: .threeDimensional)
            fix.timestamp = start + .seconds(second)
            fix.coordinate = Coordinate(latitude: 47, longitude: 8)
            return try #require(TrackPoint(fix))
        }
    }

    private static func position(_ second: Int, _ device: String = "a") -> FixPosition {
        FixPosition(time: start + .seconds(second), device: device)
    }

    private func history(_ directory: borrowing ScratchDirectory) throws -> SQLiteHistory {
        try SQLiteHistory(path: directory.file("history.db"), access: .readWrite)
    }

    @Test("the fixes behind a cursor are counted, sealed and not, of all devices", arguments: [false, true])
    func counted(isSealed: Bool) throws {
        let directory = try ScratchDirectory()
        let history = try history(directory)
        // A fix each ten seconds for a day and a half, and another device from the second hour on.
        _ = try history.append(try Self.points(stride(from: 0, to: 129_600, by: 10)))
        let lateRuns = try history.lastLateRun()
        _ = try history.append(try Self.points(stride(from: 129_600, to: 136_800, by: 60), "b"))
        #expect(try history.lastLateRun() == lateRuns)
        if isSealed { try history.seal(before: Self.start + .seconds(200_000)) }
        for (cursor, count, oldest) in [
            (DeliveryCursor(), 12_960 + 120, 0), (DeliveryCursor(end: Self.position(0)), 12_959 + 120, 10),
            (DeliveryCursor(end: Self.position(3_595)), 12_600 + 120, 3600),
            (DeliveryCursor(end: Self.position(129_600, "a")), 120, 129_600),
            (DeliveryCursor(end: Self.position(129_600, "b")), 119, 129_660),
        ] {
            let waiting = try WaitingFixes(behind: cursor, in: history)
            #expect(waiting.count == count && waiting.oldest == Self.start + .seconds(oldest), "\(waiting)")
        }
        let none = try WaitingFixes(behind: DeliveryCursor(end: Self.position(140_000)), in: history)
        #expect(none == WaitingFixes())
    }

    @Test("late fixes that the publisher has not seen yet count, and those of the cursor")
    func late() throws {
        let directory = try ScratchDirectory()
        let history = try history(directory)
        _ = try history.append(try Self.points(stride(from: 20_000, to: 20_010, by: 1)))
        var cursor = DeliveryCursor(end: Self.position(20_009))
        #expect(try WaitingFixes(behind: cursor, in: history).count == 0)
        _ = try history.append(try Self.points(stride(from: 100, to: 14_500, by: 100)))
        let waiting = try WaitingFixes(behind: cursor, in: history)
        #expect(waiting.count == 144 && waiting.oldest == Self.start + .seconds(100))
        cursor.lateID = try history.lastLateRun()
        #expect(try WaitingFixes(behind: cursor, in: history).count == 0)
        cursor.spans = [
            LateSpan(
                device: "a", first: Self.start, last: Self.start + .seconds(14_500), delivered: Self.position(14_000))
        ]
        #expect(try WaitingFixes(behind: cursor, in: history).count == 4)
    }

    @Test(
        "a cursor at either end of time counts without an overflow",
        arguments: [Timestamp.storable.lowerBound, Timestamp.storable.upperBound])
    func extreme(moment: Timestamp) throws {
        let directory = try ScratchDirectory()
        let history = try history(directory)
        _ = try history.append(try Self.points(stride(from: 0, to: 10, by: 1)))
        var cursor = DeliveryCursor(end: FixPosition(time: moment, device: ""))
        cursor.spans = [LateSpan(device: nil, first: moment, last: moment)]
        let count = try WaitingFixes(behind: cursor, in: history).count
        #expect(count == (moment < Self.start ? 10 : 0))
    }
}

struct RetentionDeadlineTests {
    private static let now = Timestamp(milliseconds: 1_790_000_000_000)

    private static func days(_ count: Double) -> Duration { .seconds(Int(count * 86_400)) }

    private func deadline(_ days: Double, keep: Double?, thin: [Double]) -> RetentionDeadline? {
        var history = HistorySettings()
        history.keep = keep.map { Self.days($0) }
        history.thinning = thin.map {
            ThinningRule(age: Self.days($0), movingInterval: .seconds(10), stationaryInterval: .seconds(60))
        }
        return RetentionDeadline(oldest: Self.now + (.zero - Self.days(days)), history, now: Self.now)
    }

    @Test("the warning begins three days before, or a quarter of a short age")
    func begin() {
        #expect(deadline(10, keep: nil, thin: []) == nil)
        #expect(deadline(86, keep: nil, thin: [90]) == nil)
        let thinned = deadline(88, keep: 400, thin: [90])
        #expect(thinned?.isRemoval == false && thinned?.remaining == Self.days(2))
        #expect(deadline(2.9, keep: 4, thin: []) == nil && deadline(3.5, keep: 4, thin: [])?.isRemoval == true)
    }

    @Test("a removal is named before a thinning that has begun")
    func order() {
        #expect(deadline(200, keep: 400, thin: [90])?.remaining ?? .zero < .zero)
        let removal = deadline(399, keep: 400, thin: [90])
        #expect(removal?.isRemoval == true && removal?.remaining == Self.days(1))
    }
}
