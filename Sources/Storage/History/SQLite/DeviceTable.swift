import SQLite

/// The devices by number and name; a point's row holds the number.
final class DeviceTable {
    /// As many names as are told apart; some numbers are left over, of which ``others`` takes one.
    static let maxDevices: Int64 = 16_000
    /// What devices beyond them are called.
    static let overflowName = "other receivers"

    /// Whether there are names that are not told apart any more.
    private(set) var hasOverflow = false

    private let connection: Connection
    private var names: [Int64: String] = [:]
    private var numbers: [String: Int64] = [:]

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The name of a device; one that has no row, as in a damaged database, is called by its number.
    func name(_ number: Int64) throws -> String {
        if names[number] == nil { try readIgnoringDamage() }
        return names[number] ?? "device \(number)"
    }

    /// All names, sorted.
    func all() throws -> [String] {
        try readIgnoringDamage()
        return numbers.keys.sorted()
    }

    /// The number of a device; nil where no point of it was ever kept.
    func number(_ name: String) throws -> Int64? {
        if numbers[name] == nil { try read() }
        return numbers[name]
    }

    /// The number of a device, which gets one if it has none; within a transaction.
    ///
    /// Names of devices come from outside: a receiver that is called something else each minute would fill the table, and
    /// then nothing could be kept any more. So where there are too many, those that nothing is kept of are removed, and
    /// where that makes no room, the point is kept under a name for all others.
    func findOrCreateNumber(_ name: String) throws -> Int64 {
        if let number = try numbers[name] ?? storedNumber(name) { return cache(name, number) }
        if hasOverflow, name != Self.overflowName { return try findOrCreateNumber(Self.overflowName) }
        if name != Self.overflowName, try count() >= Self.maxDevices {
            try removeUnused()
            hasOverflow = try count() >= Self.maxDevices
            return try findOrCreateNumber(name)
        }
        guard let number = try freeNumber() else { throw HistoryError.tooManyDevices(path: connection.path) }
        let insertion = try connection.prepare("INSERT INTO device(id, name) VALUES(?, ?)")
        try insertion.bind(number, at: 1)
        try insertion.bind(name, at: 2)
        try insertion.run()
        return cache(name, number)
    }

    /// Forgets what it knows: a transaction that is rolled back takes the devices along that it has made.
    func invalidateCache() {
        (names, numbers) = ([:], [:])
    }

    private func cache(_ name: String, _ number: Int64) -> Int64 {
        (names[number], numbers[name]) = (name, number)
        return number
    }

    private func storedNumber(_ name: String) throws -> Int64? {
        let query = try connection.prepare("SELECT id FROM device WHERE name = ?")
        try query.bind(name, at: 1)
        return try query.step() ? query.integer(at: 0) : nil
    }

    private func count() throws -> Int64 { try connection.integer("SELECT count(*) FROM device") ?? 0 }

    /// The number behind the last one, or the first one that is free; nil where none is.
    private func freeNumber() throws -> Int64? {
        let next = try connection.integer("SELECT ifnull(max(id), 0) + 1 FROM device")
        if let next, RecentKey.isValid(device: next) { return next }
        let gap = try connection.integer(
            """
            SELECT min(id) + 1 FROM (SELECT 0 AS id UNION ALL SELECT id FROM device) AS used
            WHERE NOT EXISTS (SELECT 1 FROM device WHERE device.id = used.id + 1)
            """)
        return gap.flatMap { RecentKey.isValid(device: $0) ? $0 : nil }
    }

    /// Removes the devices that nothing is kept of any more.
    private func removeUnused() throws {
        try connection.execute(
            """
            DELETE FROM device WHERE id NOT IN (SELECT device FROM segment)
            AND id NOT IN (SELECT key % \(RecentKey.deviceLimit) FROM recent)
            """)
        invalidateCache()
    }

    /// A damaged table costs names, and not the points of all that have one.
    private func readIgnoringDamage() throws {
        do {
            try read()
        } catch let error as SQLiteError where error.isCorrupt {
            return
        }
    }

    private func read() throws {
        let query = try connection.prepare("SELECT id, name FROM device")
        while try query.step() {
            guard let number = query.integer(at: 0), let name = query.text(at: 1) else { continue }
            (names[number], numbers[name]) = (name, number)
        }
    }
}
