import Basics
import FleetStore
import Linux
import PostgreSQL
import Systemd

/// The work of the jobs thread, with its own connection.
final class JobsLoop {
    /// The maximum number of hours that one run seals, and its longest time, but for one hour: the other jobs wait meanwhile.
    private static let (maxHours, maxSealing) = (200, Duration.seconds(2))
    /// The longest time of a turn that is no sleep of the machine.
    private static let maxTurn = Duration.seconds(60)
    /// The first number of the advisory locks ("WIMJ").
    private static let lock: Int64 = 0x5749_4D4A

    private let signal: WakeSignal
    private let reception: SharedReception
    private let inbox: IngestInbox
    private let connect: () throws(PostgresError) -> PostgresConnection
    private let join: (_ group: String) -> Void
    private let log: CollectorLog
    private var connection: PostgresConnection?
    private var runs = JobRuns()
    private var outage = ReconnectTimer("jobs")

    /// Creates a loop; `join` receives the name of the collectors' group.
    init(
        _ signal: WakeSignal, reception: SharedReception, inbox: IngestInbox,
        connect: @escaping () throws(PostgresError) -> PostgresConnection, join: @escaping (_ group: String) -> Void,
        log: @escaping CollectorLog
    ) {
        (self.signal, self.reception, self.inbox) = (signal, reception, inbox)
        (self.connect, self.join, self.log) = (connect, join, log)
    }

    /// Runs until the owner stops it.
    func run() {
        while !signal.isStopping {
            let begin = SystemClock.now()
            turn()
            let start = SystemClock.now()
            let next = max(outage.nextAttempt, runs.schedule.deadline ?? .zero) - start.uptime
            let planned = max(.milliseconds(10), next)
            signal.wait(atMost: planned)
            let end = SystemClock.now()
            reception.with {
                $0.wake(from: begin, to: start, planned: Self.maxTurn)
                $0.wake(from: start, to: end, planned: planned)
            }
        }
    }

    private func turn() {
        guard SystemClock.uptime >= outage.nextAttempt else { return }
        do {
            let connection = try self.connection ?? connect()
            self.connection = connection
            _ = outage.succeed(at: SystemClock.uptime)
            try runs.run(at: SystemClock.uptime, log) { job in
                try signal.isStopping || run(job, connection)
            }
        } catch {
            // The ingest thread logs that the database is away.
            connection = nil
            _ = outage.fail("", at: SystemClock.uptime, jitter: .random(in: 0...1))
        }
    }

    /// Runs a job unless another collector does; returns false if more of it is to be done at once.
    private func run(_ job: MaintenanceJob, _ connection: PostgresConnection) throws -> Bool {
        guard job.isShared else { return try perform(job, connection) }
        let key = "\(Self.lock), \(job.rawValue)"
        let isLocked = try connection.query("SELECT pg_try_advisory_lock(\(key))").first?.boolean(at: 0)
        guard isLocked == true else { return true }
        let isComplete: Bool
        do {
            isComplete = try perform(job, connection)
        } catch {
            // Another collector may succeed.
            _ = try? connection.query("SELECT pg_advisory_unlock(\(key))")
            throw error
        }
        try connection.query("SELECT pg_advisory_unlock(\(key))")
        return isComplete
    }

    private func perform(_ job: MaintenanceJob, _ connection: PostgresConnection) throws -> Bool {
        let now = SystemClock.now().wallClock
        switch job {
        case .group:
            report(try FleetSchema.fault(connection))
            join(try CollectorGroup.name(connection))
        case .silence:
            let uptime = SystemClock.uptime
            _ = try SilenceMonitor.update(connection, at: now, reception: reception.with { $0.duration(at: uptime) })
        case .partitions: try RecentDays(connection).add(at: now)
        case .sealing:
            let end = Timestamp(milliseconds: now.milliseconds - 7_200_000)
            let start = SystemClock.uptime
            let report = try SealingJob(connection).run(before: end, atMost: Self.maxHours) {
                SystemClock.uptime - start < Self.maxSealing
            }
            if report.hours > 0 { HeapMemory.trim() }
            inbox.counts.record(sealedHours: report.hours, fixes: report.fixes)
            warn(of: report)
            return report.isComplete
        case .retention: _ = try RetentionJob(connection).run(at: now)
        case .expiry: _ = try FleetAdministration(connection, actor: "collector").removeExpired(at: now)
        }
        return true
    }

    /// Says once what is wrong with the schema, which may be repaired meanwhile.
    private func report(_ fault: String?) {
        if inbox.setFault(fault), let fault { log(.warning, fault) }
    }

    private func warn(of report: SealingJob.Report) {
        if !report.damaged.isEmpty {
            log(.warning, "\(report.damaged.count) damaged hours stay beside their new fixes")
        }
        if report.refused > 0 {
            let limit = SegmentStore.maxPointCount
            log(.warning, "\(report.refused) fixes removed: devices have more than \(limit) in an hour")
        }
    }
}

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
