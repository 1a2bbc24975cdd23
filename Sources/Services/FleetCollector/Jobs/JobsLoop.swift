import Basics
import FleetStore
import Linux
import PostgreSQL
import Systemd

/// The work of the jobs thread, with a connection of its own.
final class JobsLoop {
    /// The maximum number of hours that one run seals: the other jobs wait meanwhile.
    private static let maxHours = 200
    /// The first number of the advisory locks ("WIMJ").
    private static let lock: Int64 = 0x5749_4D4A

    private let signal: StopSignal
    private let pulse: ThreadPulse
    private let connect: () throws(PostgresError) -> PostgresConnection
    private let log: CollectorLog
    private var connection: PostgresConnection?
    private var schedule = JobSchedule()
    private var outage = Outage("jobs")
    /// True once an outage was said.
    private var isSaid = false

    init(
        _ signal: StopSignal, pulse: ThreadPulse, connect: @escaping () throws(PostgresError) -> PostgresConnection,
        log: @escaping CollectorLog
    ) {
        (self.signal, self.pulse, self.connect, self.log) = (signal, pulse, connect, log)
    }

    /// Runs until the owner stops it.
    func run() {
        while !signal.isStopping {
            pulse.answer()
            turn()
            let next = max(outage.nextAttempt, schedule.deadline ?? .zero) - SystemClock.uptime
            signal.wait(max(.milliseconds(10), next))
        }
    }

    private func turn() {
        guard SystemClock.uptime >= outage.nextAttempt else { return }
        do {
            let connection = try self.connection ?? connect()
            self.connection = connection
            for job in schedule.due(at: SystemClock.uptime) where !signal.isStopping {
                pulse.answer()
                try run(job, connection)
            }
            succeed()
        } catch {
            fail(error)
        }
    }

    private func succeed() {
        if let message = outage.succeed(at: SystemClock.uptime), isSaid { log(.notice, message) }
        isSaid = false
    }

    /// The ingest thread says that the database is away; only other failures are said here.
    private func fail(_ error: any Error) {
        (connection, schedule) = (nil, JobSchedule())
        _ = outage.fail("", at: SystemClock.uptime, jitter: .random(in: 0...1))
        guard (error as? PostgresError)?.isConnectionLost != true, !isSaid else { return }
        isSaid = true
        log(.warning, "jobs fail: \(error)")
    }

    /// Runs a job unless another collector does.
    private func run(_ job: FleetJob, _ connection: PostgresConnection) throws {
        let key = "\(Self.lock), \(job.rawValue)"
        let isLocked = try connection.query("SELECT pg_try_advisory_lock(\(key))").first?.boolean(at: 0)
        guard isLocked == true else { return }
        try perform(job, connection)
        try connection.query("SELECT pg_advisory_unlock(\(key))")
    }

    private func perform(_ job: FleetJob, _ connection: PostgresConnection) throws {
        let now = SystemClock.now().wallClock
        switch job {
        case .silence: _ = try SilenceMonitor.update(connection, at: now)
        case .partitions: try RecentDays(connection).add(at: now)
        case .sealing:
            let end = Timestamp(milliseconds: now.milliseconds - 7_200_000)
            let report = try SealingJob(connection).run(before: end, atMost: Self.maxHours)
            if !report.damaged.isEmpty {
                log(.warning, "\(report.damaged.count) damaged hours stay beside their new fixes")
            }
            if !report.isComplete { schedule.repeatSoon(job, at: SystemClock.uptime) }
        case .retention: _ = try RetentionJob(connection).run(at: now)
        case .expiry: _ = try FleetAdministration(connection, actor: "collector").removeExpired(at: now)
        }
    }
}
