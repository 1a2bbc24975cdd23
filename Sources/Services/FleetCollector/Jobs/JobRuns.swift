import PostgreSQL
import Systemd

/// The runs of the jobs: one that fails does not keep the others from theirs, and is reported once.
struct JobRuns {
    /// The times.
    var schedule = JobSchedule()
    private var failing: Set<MaintenanceJob> = []

    /// Runs all jobs that are due; `perform` returns false if more of a job is to be done at once.
    ///
    /// - Throws: ``PostgresError`` if the connection was lost: all that did not run is due at once.
    mutating func run(
        at now: Duration, _ log: CollectorLog, perform: (MaintenanceJob) throws -> Bool
    ) throws(PostgresError) {
        let due = schedule.due(at: now)
        for (index, job) in due.enumerated() {
            do {
                if try !perform(job) { schedule.repeatSoon(job, at: now) }
                if failing.remove(job) != nil { log(.notice, "the job \(job) works again") }
            } catch {
                if let error = error as? PostgresError, error.isConnectionLost {
                    for rest in due[index...] { schedule.repeatSoon(rest, at: now) }
                    throw error
                }
                schedule.retry(job, at: now)
                if failing.insert(job).inserted { log(.warning, "the job \(job) fails: \(error)") }
            }
        }
    }
}
