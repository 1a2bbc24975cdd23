import Basics

/// A failed call to the database.
///
/// It holds no password, and of the server's messages only the primary one: the details would quote the values of rows.
public struct PostgresError: Error, Hashable, Sendable {
    /// The code of SQL's standard and PostgreSQL's appendix A, such as `23505`; nil if the error is not the server's.
    public let sqlState: String?
    /// One line: what failed.
    public let message: String
    /// True if the connection cannot be used any more: connect again.
    public let isConnectionLost: Bool

    /// Creates an error.
    public init(sqlState: String? = nil, _ message: String, isConnectionLost: Bool = false) {
        self.sqlState = sqlState
        self.message = message
        self.isConnectionLost = isConnectionLost
    }
}

extension PostgresError: CustomStringConvertible {
    /// One line: the message and its code.
    public var description: String {
        let line = PrintableText.sanitized(message.split { $0.isNewline }.joined(separator: "; "), limit: 500)
        return sqlState.map { "\(line) (SQLSTATE \($0))" } ?? line
    }
}

extension PostgresError {
    /// True if the same transaction may succeed when it is repeated: a serialization failure, or a deadlock.
    public var isTransient: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// True if a value is to blame: it is out of range, or violates a constraint.
    public var isInvalidData: Bool { isOfClass("22") || isOfClass("23") }

    /// True if a unique constraint is violated.
    public var isDuplicate: Bool { sqlState == "23505" }

    /// True if the role lacks a privilege.
    public var isPermissionDenied: Bool { sqlState == "42501" }

    /// True if a table or a schema does not exist.
    public var isUndefined: Bool { sqlState == "42P01" || sqlState == "3F000" }

    private func isOfClass(_ prefix: String) -> Bool { sqlState?.hasPrefix(prefix) ?? false }

    /// True for the codes after which the server closes the connection: class 08, and shutdowns.
    static func endsConnection(_ sqlState: String?) -> Bool {
        guard let sqlState else { return false }
        return sqlState.hasPrefix("08") || sqlState.hasPrefix("57P") || sqlState == "25P03"
    }
}
