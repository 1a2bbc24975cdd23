import FleetProtocol
import FleetStore
import Linux
import PostgreSQL
import Systemd

/// The work of the ingest thread: it owns a connection to the database, and answers uploads after their commit.
final class IngestLoop {
    private let inbox: IngestInbox
    private let connect: () throws(PostgresError) -> any IngestDatabase
    private let answer: @Sendable ([(Upload, UploadOutcome)]) -> Void
    private let clock: () -> Duration
    private let jitter: () -> Double
    private let log: CollectorLog
    private let changed: (_ isOpen: Bool) -> Void
    private let pulse: ThreadPulse?
    private var database: (any IngestDatabase)?
    private var outage = ReconnectTimer("database")
    /// True if the last failure was not that of the connection: only a commit proves that it is over.
    private var isProven = true
    /// The devices of which the log has that two machines report by their name.
    private var shared: Set<DeviceName> = []

    /// Creates a loop; `answer` sends answers, and `changed` is called when uploads begin or cease to be accepted.
    init(
        _ inbox: IngestInbox, pulse: ThreadPulse? = nil,
        connect: @escaping () throws(PostgresError) -> any IngestDatabase,
        answer: @escaping @Sendable ([(Upload, UploadOutcome)]) -> Void,
        changed: @escaping (_ isOpen: Bool) -> Void = { _ in }, log: @escaping CollectorLog,
        clock: @escaping () -> Duration = { SystemClock.uptime },
        jitter: @escaping () -> Double = { .random(in: 0...1) }
    ) {
        self.inbox = inbox
        self.pulse = pulse
        self.connect = connect
        self.answer = answer
        self.log = log
        self.changed = changed
        (self.clock, self.jitter) = (clock, jitter)
    }

    /// Runs until the inbox is stopped and empty.
    func run() {
        while turn() {}
        giveUp([])
    }

    /// Connects if that is due, or commits what is; returns false at the end.
    func turn() -> Bool {
        pulse?.answer()
        guard let database = database ?? open() else {
            guard !inbox.isStopping else { return false }
            inbox.pause(outage.nextAttempt - clock())
            return true
        }
        let uploads = inbox.next(orReadable: database.descriptor)
        guard !uploads.isEmpty else {
            check(database)
            return !inbox.isStopping
        }
        commit(uploads, to: database)
        return true
    }

    /// Notices the end of a connection that nothing uses, so that others get the messages.
    private func check(_ database: any IngestDatabase) {
        do throws(PostgresError) { try database.check() } catch { fail(error, isConnection: true) }
    }

    private func open() -> (any IngestDatabase)? {
        guard clock() >= outage.nextAttempt else { return nil }
        do throws(PostgresError) {
            database = try connect()
            if isProven { succeed() }
            if inbox.fault == PostgresError.missingSchema.message { _ = inbox.setFault(nil) }
            inbox.open()
            changed(true)
        } catch {
            fail(error, isConnection: true)
        }
        return database
    }

    private func commit(_ uploads: [Upload], to database: any IngestDatabase) {
        var batch = IngestBatch(uploads)
        do throws(PostgresError) {
            try batch.decode(for: database)
            try batch.store(in: database)
            for device in batch.shared where shared.insert(device).inserted {
                log(.warning, "two machines report as \(device); fix: \(DeviceStatus.sharedNameFix)")
            }
            if batch.hasContent {
                isProven = true
                succeed()
            }
            inbox.finish()
        } catch {
            inbox.finish()
            fail(error, isConnection: error.isConnectionLost)
        }
        let answers = batch.answers
        inbox.record(answers)
        answer(answers)
    }

    private func succeed() {
        if let message = outage.succeed(at: clock()) { log(.notice, message) }
    }

    private func fail(_ error: PostgresError, isConnection: Bool) {
        database = nil
        if error == .missingSchema { _ = inbox.setFault(error.message) }
        isProven = isConnection && isProven
        let message = outage.fail("\(error)", at: clock(), jitter: jitter())
        if let message { log(.warning, message) }
        giveUp(inbox.close())
        changed(false)
    }

    private func giveUp(_ uploads: [Upload]) {
        let rest = uploads + (inbox.isStopping ? inbox.close() : [])
        if !rest.isEmpty { answer(rest.map { ($0, .unavailable) }) }
    }
}
