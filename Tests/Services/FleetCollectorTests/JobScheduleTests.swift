import Testing

@testable import FleetCollector

/// Jobs run at once, and then at their intervals.
struct JobScheduleTests {
    @Test("all jobs are due at the start, and each again after its interval")
    func intervals() {
        var schedule = JobSchedule()
        #expect(schedule.deadline == nil)
        var runs: [FleetJob: Int] = [:]
        for second in 0...3600 {
            for job in schedule.due(at: .seconds(second)) { runs[job, default: 0] += 1 }
        }
        #expect(runs == [.silence: 721, .sealing: 61, .partitions: 2, .retention: 2, .expiry: 2])
        #expect(schedule.deadline == .seconds(3605))
    }

    @Test("a job that is not complete is due at once")
    func incomplete() {
        var schedule = JobSchedule()
        _ = schedule.due(at: .zero)
        schedule.repeatSoon(.sealing, at: .seconds(1))
        let due = schedule.due(at: .seconds(1))
        #expect(due == [.sealing])
    }
}
