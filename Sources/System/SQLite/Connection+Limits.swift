import CSQLite

extension Connection {
    /// How many steps of SQLite's own machine one unit of work is.
    static let stepsPerWorkUnit: Int32 = 1000

    /// Ends statements with an error once they have done so much work, counted from now on and for all of them together:
    /// a view in a foreign file may never come to an end.
    ///
    /// - Parameter units: thousands of steps, each some ten to a hundred nanoseconds.
    public func limitWork(to units: Int) {
        remainingWork = units
        // The context is this connection, which closes the handle at its own end.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_progress_handler(handle, Self.stepsPerWorkUnit, countWork, context)
    }

    /// Lets no value be longer than that, also not while it is made.
    ///
    /// - Parameter bytes: at most the 1 GB that SQLite is built for.
    public func limitLength(to bytes: Int) {
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
    }
}

/// Called each thousand steps; anything but 0 ends the statement.
private func countWork(_ context: UnsafeMutableRawPointer?) -> Int32 {
    // The context is the connection whose statement is running, on this very thread.
    guard let connection = unsafe context.map({ unsafe Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() })
    else { return 0 }
    connection.remainingWork -= 1
    return connection.remainingWork < 0 ? 1 : 0
}
