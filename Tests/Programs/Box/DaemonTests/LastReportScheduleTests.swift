import Basics
import Location
import Testing

@testable import Daemon

struct LastReportScheduleTests {
    private func report(_ latitude: Double?, second: Int64 = 0) -> Report {
        var report = Report(state: .live, since: Timestamp(milliseconds: 0))
        guard let latitude else { return report }
        var fix = Fix(device: "/dev/a", mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: latitude, longitude: 13)
        fix.timestamp = Timestamp(milliseconds: second * 1000)
        report.fix = fix
        report.received = fix.timestamp
        return report
    }

    @Test("the first position is due at once, the next after a minute")
    func pause() {
        var schedule = LastReportSchedule()
        #expect(schedule.isDue(report(1), at: .seconds(5)))
        schedule.recordWrite(report(1), at: .seconds(5))
        #expect(!schedule.isDue(report(2), at: .seconds(64)))
        #expect(schedule.isDue(report(2), at: .seconds(65)))
    }

    @Test("a stationary position is not due again, except at the end")
    func standing() {
        var schedule = LastReportSchedule()
        schedule.recordWrite(report(1, second: 0), at: .zero)
        #expect(!schedule.isDue(report(1, second: 600), at: .seconds(600)))
        #expect(schedule.isDueAtEnd(report(1, second: 600)))
        #expect(!schedule.isDueAtEnd(report(1, second: 0)))
    }

    @Test("a stationary position is due once an hour while fixes arrive")
    func parked() {
        var schedule = LastReportSchedule()
        schedule.recordWrite(report(1, second: 0), at: .zero)
        #expect(!schedule.isDue(report(1, second: 3599), at: .seconds(3599)))
        #expect(schedule.isDue(report(1, second: 3600), at: .seconds(3600)))
        #expect(!schedule.isDue(report(1, second: 0), at: .seconds(7200)))
    }

    @Test("a failed write is retried after a minute, also while stationary")
    func failed() {
        var schedule = LastReportSchedule()
        schedule.recordFailure(at: .zero)
        #expect(!schedule.isDue(report(1), at: .seconds(59)))
        #expect(schedule.isDue(report(1), at: .seconds(60)))
        #expect(schedule.isDueAtEnd(report(1)))
    }

    @Test("a doubt at rest is due within a minute")
    func doubtful() {
        var schedule = LastReportSchedule()
        schedule.recordWrite(report(1), at: .zero)
        var doubtful = report(1)
        doubtful.integrity.level = .doubtful
        #expect(!schedule.isDue(doubtful, at: .seconds(59)))
        #expect(schedule.isDue(doubtful, at: .seconds(60)))
    }

    @Test("a contradiction and its end are due at once, also at the end of the daemon, but not its claims")
    func contradicted() {
        var schedule = LastReportSchedule()
        schedule.recordWrite(report(1), at: .zero)
        var contradicted = report(1)
        contradicted.integrity.level = .doubtful
        #expect(!schedule.isDue(contradicted, at: .seconds(1)))
        contradicted.integrity.level = .contradicted
        contradicted.claim = report(2).fix
        #expect(schedule.isDue(contradicted, at: .seconds(1)) && schedule.isDueAtEnd(contradicted))
        schedule.recordFailure(at: .seconds(1))
        #expect(!schedule.isDue(contradicted, at: .seconds(60)) && schedule.isDue(contradicted, at: .seconds(61)))
        schedule.recordWrite(contradicted, at: .seconds(61))
        contradicted.claim = report(3).fix
        #expect(!schedule.isDue(contradicted, at: .seconds(600)) && schedule.isDue(contradicted, at: .seconds(3661)))
        #expect(schedule.isDueAtEnd(contradicted))
        #expect(schedule.isDue(report(1), at: .seconds(62)) && schedule.isDueAtEnd(report(1)))
    }

    @Test("without a position nothing is due")
    func nothing() {
        let schedule = LastReportSchedule()
        #expect(!schedule.isDue(report(nil), at: .zero))
        #expect(!schedule.isDueAtEnd(report(nil)))
    }

    @Test("a change in the last decimals is not due; some metres travelled are")
    func settling() {
        var schedule = LastReportSchedule()
        schedule.recordWrite(report(1), at: .zero)
        #expect(!schedule.isDue(report(1.00001), at: .seconds(600)))
        var driven = report(1)
        driven.odometer = 12
        #expect(schedule.isDue(driven, at: .seconds(600)))
        #expect(schedule.isDue(report(1.0001), at: .seconds(600)))
    }
}
