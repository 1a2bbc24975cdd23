import PostgreSQL
import Synchronization
import Testing

@testable import FleetCollector

/// Jobs run at once, and then at their intervals.
struct JobScheduleTests {
    @Test("all jobs are due at the start, and each again after its interval")
    func intervals() {
        var schedule = JobSchedule()
        #expect(schedule.deadline == nil)
        var runs: [MaintenanceJob: Int] = [:]
        for second in 0...3600 {
            for job in schedule.due(at: .seconds(second)) { runs[job, default: 0] += 1 }
        }
        #expect(runs == [.group: 361, .silence: 721, .sealing: 61, .partitions: 2, .retention: 2, .expiry: 2])
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

/// A job that fails is alone with it.
struct JobRunsTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    @Test("a failing job stops no other, is tried again within a minute, and is said once")
    func failure() throws {
        let lines = Lines()
        var (runs, counts, isBroken) = (JobRuns(), [MaintenanceJob: Int](), true)
        for second in 0...120 {
            if second == 100 { isBroken = false }
            try runs.run(at: .seconds(second), { _, line in lines.all.withLock { $0.append(line) } }) { job in
                counts[job, default: 0] += 1
                if job == .partitions, isBroken { throw PostgresError(sqlState: "42501", "no") }
                return true
            }
        }
        #expect(counts == [.group: 13, .silence: 25, .sealing: 3, .partitions: 3, .retention: 1, .expiry: 1])
        #expect(
            lines.all.withLock { $0 } == [
                "the job partitions fails: no (SQLSTATE 42501)", "the job partitions works again",
            ])
    }

    @Test("after a lost connection what did not run is due at once, and the others keep their times")
    func lost() throws {
        var runs = JobRuns()
        var done: [MaintenanceJob] = []
        #expect(throws: PostgresError.self) {
            try runs.run(at: .zero, { _, _ in }) { job in
                if job == .sealing { throw PostgresError("gone", isConnectionLost: true) }
                done.append(job)
                return true
            }
        }
        #expect(done == [.group, .silence, .partitions])
        done = []
        try runs.run(at: .seconds(1), { _, _ in }) { job in
            done.append(job)
            return true
        }
        #expect(done == [.sealing, .retention, .expiry])
    }
}
