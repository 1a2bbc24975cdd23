import Basics
import Location
import Testing

@testable import Daemon

struct FileScheduleTests {
    private static let day = Timestamp(milliseconds: 1_767_225_600_000)

    /// A report of a fix at an uptime in seconds, some metres north of a place.
    private func report(_ uptime: Double, motion: Motion = .stationary, north: Double = 0) -> Report {
        var report = Report(state: .live, since: Self.day, sequence: UInt64(uptime))
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: 52 + north / 111_200, longitude: 13)
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5 + Double(Int(uptime) % 3), origin: .estimate)
        (report.fix, report.motion, report.odometer) = (fix, motion, uptime)
        (report.age, report.received) = (.zero, Self.day + .seconds(uptime))
        report.satellites = Satellites(used: Int(uptime) % 9, visible: 12, hdop: 1)
        return report
    }

    /// The uptimes in seconds at which reports are written, one of them each interval.
    private func written(
        _ interval: Double, until end: Double, staleAfter: Double = 10, _ report: (Double) -> Report
    ) -> [Double] {
        var schedule = FileSchedule(staleAfter: .seconds(staleAfter))
        var times: [Double] = []
        for uptime in stride(from: 0, through: end, by: interval) {
            if let deadline = schedule.deadline, deadline < .seconds(uptime) {
                times.append(deadline.inSeconds)
                #expect(schedule.write(report(uptime), drawsPage: true, at: deadline) == true)
            }
            if schedule.write(report(uptime), drawsPage: true, at: .seconds(uptime)) != nil { times.append(uptime) }
        }
        return times
    }

    @Test("at rest one report in half of the time until stale is written, in motion each")
    func rests() {
        #expect(written(1, until: 16) { report($0) } == [0, 5, 10, 15])
        #expect(written(1, until: 3) { report($0, motion: .moving) } == [0, 1, 2, 3])
        #expect(written(1, until: 3) { report($0, motion: .unknown) } == [0, 1, 2, 3])
    }

    @Test("no file is ever as old as stale-after while fixes come in time, at any interval of theirs")
    func neverStale() {
        for interval in [0.1, 0.7, 1, 2.3, 4.9, 5, 5.1, 6.4, 7.4, 7.6, 9.9] {
            let times = written(interval, until: 100) { report($0) }
            let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
            #expect(gaps.allSatisfy { $0 < 10 && $0 >= min(5, interval) - 0.01 }, "\(interval): \(times)")
        }
    }

    @Test("the page, which reads the files every 2 s, never shows a live position as stale")
    func shortTime() {
        for staleAfter in [3, 4, 5, 6, 7, 8, 9] as [Double] {
            for interval in [0.1, 0.5, 0.7, 0.9] {
                let times = written(interval, until: 30, staleAfter: staleAfter) { report($0) }
                let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
                #expect(gaps.allSatisfy { $0 < max(1, staleAfter - 2.1) }, "\(staleAfter) \(interval): \(times)")
            }
        }
        #expect(written(1, until: 6, staleAfter: 6) { report($0) } == [0, 2, 4, 6])
    }

    @Test("after a failed write the next report is written, with the page")
    func failure() {
        var schedule = FileSchedule(staleAfter: .seconds(10))
        _ = schedule.write(report(0), drawsPage: true, at: .zero)
        schedule.recordFailure()
        #expect(schedule.write(report(1), drawsPage: false, at: .seconds(1)) == true)
        #expect(schedule.write(report(2), drawsPage: false, at: .seconds(2)) == nil)
    }

    @Test("the age that a report has at its writing counts")
    func aged() {
        var schedule = FileSchedule(staleAfter: .seconds(10))
        var old = report(0)
        old.age = .milliseconds(5500)
        #expect(schedule.write(old, drawsPage: false, at: .zero) == false)
        #expect(schedule.write(report(1), drawsPage: false, at: .seconds(1)) == nil)
        #expect(schedule.deadline == .milliseconds(1500))
    }

    @Test("whatever else changes is written at once")
    func changes() {
        let changes: [(inout Report) -> Void] = [
            { $0.state = .stale }, { $0.motion = .moving }, { $0.inside = ["Home"] }, { $0.detail = "x" },
            { $0.integrity.level = .doubtful }, { $0.fix = nil },
            { $0.fix?.coordinate = Coordinate(latitude: 52.00002, longitude: 13) },
            { $0.place = NearbyPlace(name: "Berlin", distance: 0, bearing: nil) },
            { $0.fix?.mode = .twoDimensional }, { $0.fix?.device = "/dev/b" }, { $0.fix?.differential = .rtkFixed },
            { $0.fix?.horizontalAccuracy = nil }, { $0.fix?.source = .ecef },
            { $0.fix?.horizontalAccuracy = HorizontalAccuracy(radius: 7.6, origin: .estimate) },
            { $0.fix?.horizontalAccuracy = HorizontalAccuracy(radius: 3.3, origin: .estimate) },
        ]
        for change in changes {
            var schedule = FileSchedule(staleAfter: .seconds(10))
            _ = schedule.write(report(0), drawsPage: true, at: .zero)
            #expect(schedule.write(report(1, north: 0.5), drawsPage: true, at: .seconds(1)) == nil)
            var changed = report(2)
            change(&changed)
            #expect(schedule.write(changed, drawsPage: false, at: .seconds(2)) == true)
        }
    }

    @Test("a page that was due is drawn with the next report that is written, and only then")
    func pages() {
        var schedule = FileSchedule(staleAfter: .seconds(10))
        #expect(schedule.write(report(0), drawsPage: true, at: .zero) == true)
        #expect(schedule.write(report(1), drawsPage: false, at: .seconds(1)) == nil)
        #expect(schedule.write(report(5), drawsPage: false, at: .seconds(5)) == false)
        #expect(schedule.write(report(6), drawsPage: true, at: .seconds(6)) == nil)
        #expect(schedule.write(report(10), drawsPage: false, at: .seconds(10)) == true)
        #expect(schedule.deadline == nil)
    }
}
