import Basics
import FleetStore
import Linux
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
    private var connection: PostgresConnection?
    private var outage = Outage("database")

    /// Creates a loop, which connects at its first turn.
    ///
    /// - Parameters:
    ///   - hooks: The hooks.
    ///   - database: The database, as libpq's conninfo or URI.
    ///   - log: Writes a line to the log.
    public init(_ hooks: EventHooks, database: String, log: @escaping CollectorLog) {
        (self.hooks, self.log) = (hooks, log)
        connect = { () throws(PostgresError) in
            try FleetDatabase.connect(database, connectTimeout: .seconds(5), statementTimeout: .seconds(15))
        }
    }

    /// Runs the hooks for what has happened since the last turn; the first one of all begins now.
    ///
    /// An event whose hooks do not all run, because this ends, or whose end cannot be stored, is repeated.
    public func turn(isStopping: () -> Bool) {
        guard SystemClock.uptime >= outage.nextAttempt else { return }
        do {
            let connection = try self.connection ?? connect()
            self.connection = connection
            if let message = outage.succeed(at: SystemClock.uptime) { log(.notice, message) }
            try serve(WebhookCursor(connection, webhook: EventHooks.receiver), isStopping: isStopping)
        } catch {
            connection = nil
            let message = outage.fail("\(error)", at: SystemClock.uptime, jitter: .random(in: 0...1))
            if let message { log(.warning, message) }
        }
    }

    private func serve(_ cursor: WebhookCursor, isStopping: () -> Bool) throws {
        guard try cursor.take() else { return }
        for event in try cursor.next(atMost: Self.batchSize) where !isStopping() {
            if SystemClock.now().wallClock - event.time <= DeviceEvent.maxDeliveryAge {
                guard try hooks.run(event, isStopping: isStopping) != nil else { break }
            }
            try cursor.advance(behind: event)
        }
        try cursor.release()
    }
}
