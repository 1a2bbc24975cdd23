import CPQ
import Glibc

/// The settings of a connection, as libpq reads them.
enum ConnectionSettings {
    /// The defaults that the owner of the database may override: a dead peer is detected within half a minute.
    private static let defaults = [
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "25000"), ("fallback_application_name", "whereismy-fleet"), ("client_encoding", "UTF8"),
    ]

    /// Checks the form of a text.
    ///
    /// - Throws: ``PostgresError`` without libpq's message, which may quote a part of the password.
    static func check(_ conninfo: String) throws(PostgresError) {
        var message: UnsafeMutablePointer<CChar>?
        // The text is lent to the call as a C string; both results are ours to free.
        let options = unsafe PQconninfoParse(conninfo, &message)
        defer {
            unsafe PQconninfoFree(options)
            unsafe PQfreemem(message)
        }
        guard unsafe options != nil else {
            throw PostgresError(
                "malformed connection settings of the database; fix: write host=NAME dbname=NAME user=NAME, with '…' "
                    + "around values that have spaces, or a URI")
        }
    }

    /// Begins to connect; nil if memory is exhausted.
    ///
    /// The settings of the text override the defaults before it.
    static func start(_ conninfo: String) -> OpaquePointer? {
        let pairs = defaults + [("dbname", conninfo)]
        // Copies that live until the call returns, each list with its end.
        let keys = unsafe pairs.map { unsafe strdup($0.0) } + [nil]
        let values = unsafe pairs.map { unsafe strdup($0.1) } + [nil]
        defer { unsafe (keys + values).forEach { unsafe free($0) } }
        let constKeys = unsafe keys.map { unsafe UnsafePointer($0) }
        let constValues = unsafe values.map { unsafe UnsafePointer($0) }
        return unsafe PQconnectStartParams(constKeys, constValues, 1)
    }
}
