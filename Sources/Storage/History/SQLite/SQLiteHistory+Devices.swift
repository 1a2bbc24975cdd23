import SQLite

extension SQLiteHistory {
    /// The devices that points have come from, by name.
    ///
    /// - Throws: ``HistoryError``.
    public func deviceNames() throws -> [String] {
        try read { try devices.all() }
    }
}
