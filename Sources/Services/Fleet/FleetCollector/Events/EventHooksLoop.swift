import Basics
import FleetStore
public import Linux
import PostgreSQL
import Systemd

/// Runs the hooks for the events of the database, in their order; of several machines one at a time does.
public final class EventHooksLoop {
    /// The time between two looks at the database.
    public static let interval = Duration.seconds(1)
    /// The events after which others may have their turn.
    private static let batchSize = 20

    private let hooks: EventHooks
    private let connect: () throws(PostgresError) -> PostgresConnection
    private let log: CollectorLog
    private let clock: () -> Duration
    private var connection: PostgresConnection?
    private var outage = ReconnectTimer("database")
    /// Why the hooks cannot be run; nil if they can.
    private var fault: String?

    /// Creates a loop, which connects at its first turn to a database, given as libpq's conninfo or URI.
    public init(
        _ hooks: EventHooks, database: String, log: @escaping CollectorLog,
        clock: @escaping () -> Duration = { SystemClock.uptime }
    ) {
        (self.hooks, self.log, self.clock) = (hooks, log, clock)
        connect = { () throws(PostgresError) in
            try FleetDatabase.connect(database, connectTimeout: .seconds(5), statementTimeout: .seconds(15))
        }
    }

    /// Runs the hooks for what has happened since the last turn; the first one of all begins now.
    ///
    /// An event whose hooks do not all run, because this ends, or whose end cannot be stored, is repeated.
    public func turn(isStopping: () -> Bool) {
        guard clock() >= outage.nextAttempt else { return }
        do throws(PostgresError) {
            let connection: PostgresConnection
            if let open = self.connection { connection = open } else { connection = try connect() }
            self.connection = connection
            let cursor = WebhookCursor(connection, webhook: EventHooks.receiver)
            // Not before: a database may accept connections and nothing else.
            let isOurs = try cursor.forEachEvent(atMost: Self.batchSize) {
                !isStopping() && isDone($0, isStopping: isStopping)
            }
            guard isOurs else { return }
            if let message = outage.succeed(at: clock()) { log(.notice, message) }
        } catch {
            connection = nil
            let message = outage.fail("\(error)", at: clock(), jitter: .random(in: 0...1))
            if let message { log(.warning, message) }
        }
    }

    /// Runs the hooks for an event unless it is too old; returns false if it is to be repeated.
    private func isDone(_ event: DeviceEvent, isStopping: () -> Bool) -> Bool {
        guard SystemClock.now().wallClock - event.time <= DeviceEvent.maxDeliveryAge else { return true }
        do {
            let result = try hooks.run(event, isStopping: isStopping)
            if fault != nil { log(.notice, "hooks run again") }
            fault = nil
            return result != nil
        } catch {
            if fault != "\(error)" { log(.warning, "hooks do not run: \(error)") }
            fault = "\(error)"
            return false
        }
    }
}
