public import History
public import PostgreSQL

/// The history of one device of a fleet, read from PostgreSQL: segments of sealed hours, and rows of the last ones.
///
/// Each call reads one state of the database, unaffected by what is stored and sealed meanwhile. Of a time that is in a
/// segment and in a row, the segment's point counts. Nothing is kept between calls, and the rows of a page at most in
/// memory.
public final class DeviceHistory: HistoryReader {
    let connection: PostgresConnection
    let device: Int64
    let name: String
    private let begin: (PostgresConnection) throws -> Void

    /// Creates the history of a device by its number and name, which becomes the device of its points.
    ///
    /// `begin` is called at the beginning of each transaction, to assume the role and the rights of a viewer.
    public init(
        _ connection: PostgresConnection, device: Int64, name: String,
        begin: @escaping (PostgresConnection) throws -> Void = { _ in }
    ) {
        self.connection = connection
        self.device = device
        self.name = name
        self.begin = begin
    }

    /// Returns the name of the device.
    public func deviceNames() -> [String] { [name] }

    /// Runs a body in a transaction that only reads; within one, in that.
    func read<Result>(_ body: () throws -> Result) throws -> Result {
        guard !connection.isInTransaction else { return try body() }
        return try connection.transaction(isolation: "REPEATABLE READ READ ONLY") {
            try begin(connection)
            return try body()
        }
    }

    /// Returns true if a query is for all devices, or for this one.
    func matches(_ query: PointQuery) -> Bool { query.device.map { $0 == name } ?? true }
}
