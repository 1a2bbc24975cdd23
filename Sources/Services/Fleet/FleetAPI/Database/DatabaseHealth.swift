import Linux
import PostgreSQL
import Synchronization

/// The availability of the database: written to the journal once that it does not or refuses, and once that it is back.
///
/// While there is no answer one request at a time tries to get one, and the others fail at once. A connection that is
/// refused at once, such as one too many, concerns only its session.
final class DatabaseHealth: Sendable {
    /// The time after a failed attempt until the next, so that waiting clients do not keep a restarting database busy.
    static let pause: Duration = .milliseconds(500)
    /// The time without an answer after which the others do not wait for one.
    static let maxAnswer: Duration = .seconds(1)
    /// The longest time of an attempt, which the next one comes after.
    private static let maxAttempt: Duration = .seconds(10)

    private struct State {
        /// The last attempt without an answer; nil once there was one.
        var silence: (error: PostgresError, nextAttempt: Duration)?
        var isAway = false
        /// The sockets of the sessions with a connection.
        var sockets: [ObjectIdentifier: Int32] = [:]

        /// True if a session has a connection that the server has not ended: at rest it has nothing to read.
        var hasConnection: Bool {
            sockets.values.contains { !Poll.wait(for: .descriptor($0, reads: true, writes: false), timeout: .zero) }
        }
    }

    private let state = Mutex(State())
    private let write: @Sendable (String) -> Void

    /// - Parameter write: writes a line.
    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// True if the database did not answer, or refused the only connection, until it answers.
    var isDatabaseAway: Bool { state.withLock(\.isAway) }

    /// Returns true if the caller is to find out whether the database answers again, and false if it did.
    ///
    /// - Throws: the last error if it did not, and another attempt is not due or is being made.
    func isAttemptDue(at now: Duration) throws(PostgresError) -> Bool {
        let (isDue, error): (Bool, PostgresError?) = state.withLock { state in
            guard let silence = state.silence else { return (false, nil) }
            guard now >= silence.nextAttempt else { return (false, silence.error) }
            state.silence?.nextAttempt = now + Self.maxAttempt
            return (true, nil)
        }
        if let error { throw error }
        return isDue
    }

    /// Records the socket of a session's connection; nil without one.
    func set(_ socket: Int32?, of session: ObjectIdentifier) {
        state.withLock { $0.sockets[session] = socket }
    }

    /// Records an error of an attempt that began at a time: one that comes at once is an answer, and the database is not
    /// away while another session has a connection.
    func report(_ error: PostgresError, since start: Duration, at now: Duration) {
        let isNew = state.withLock { state in
            state.silence = now - start >= Self.maxAnswer ? (error, now + Self.pause) : nil
            guard !state.isAway, state.silence != nil || !state.hasConnection else { return false }
            state.isAway = true
            return true
        }
        if isNew { write("database unavailable: \(error); requests get 503 until it returns") }
    }

    /// Records an answer.
    func reportSuccess() {
        let wasAway = state.withLock { state in
            defer { (state.silence, state.isAway) = (nil, false) }
            return state.isAway
        }
        if wasAway { write("the database is back") }
    }
}
