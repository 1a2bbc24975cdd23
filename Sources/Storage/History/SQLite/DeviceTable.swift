import Location
import SQLite

/// The table of device names; points refer to devices by number.
///
/// No name has the user or the password of an address, whatever the file or the caller has (``StoredCredentials``).
final class DeviceTable {
    /// The maximum number of names; of the remaining numbers, ``overflowName`` takes one.
    static let maxDevices: Int64 = 16_000
    /// The shared name of all further devices.
    static let overflowName = "other receivers"

    /// Set once some devices share a name.
    private(set) var hasOverflow = false

    private let connection: Connection
    private var names: [Int64: String] = [:]
    private var numbers: [String: Int64] = [:]

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Returns the name of a device; a device without a row, as in a damaged database, is named after its number.
    func name(_ number: Int64) throws -> String {
        if names[number] == nil { try readIgnoringDamage() }
        return names[number] ?? "device \(number)"
    }

    /// Returns all names, sorted.
    func all() throws -> [String] {
        try readIgnoringDamage()
        return numbers.keys.sorted()
    }

    /// Returns the number of a device; nil if it has no points.
    func number(_ name: String) throws -> Int64? {
        let name = DevicePath.withoutCredentials(name)
        if numbers[name] == nil { try read() }
        return numbers[name]
    }

    /// Returns the number of a device, and assigns one if necessary; within a transaction.
    ///
    /// Device names are untrusted: a receiver with a new name each minute would fill the table and stop recording. At
    /// the limit, names without points are removed; if there are none, the point is recorded under a shared name.
    func findOrCreateNumber(_ name: String) throws -> Int64 {
        let name = DevicePath.withoutCredentials(name)
        if let number = try numbers[name] ?? storedNumber(name) { return cache(name, number) }
        if hasOverflow, name != Self.overflowName { return try findOrCreateNumber(Self.overflowName) }
        if name != Self.overflowName, try count() >= Self.maxDevices {
            try removeUnused()
            hasOverflow = try count() >= Self.maxDevices
            return try findOrCreateNumber(name)
        }
        guard let number = try freeNumber() else { throw HistoryError.tooManyDevices(path: connection.path) }
        try connection.run("INSERT INTO device(id, name) VALUES(?, ?)", number, name)
        return cache(name, number)
    }

    /// Clears the cache after a rollback, which also removes new devices.
    func invalidateCache() {
        names = [:]
        numbers = [:]
    }

    private func cache(_ name: String, _ number: Int64) -> Int64 {
        names[number] = name
        numbers[name] = number
        return number
    }

    private func storedNumber(_ name: String) throws -> Int64? {
        let query = try connection.prepare("SELECT id FROM device WHERE name = ?", name)
        return try query.step() ? query.integer(at: 0) : nil
    }

    private func count() throws -> Int64 { try connection.integer("SELECT count(*) FROM device") ?? 0 }

    /// Returns the number after the last one, else the first free one; nil if there is none.
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

    /// Removes devices without points; within a transaction.
    func removeUnused() throws {
        // The number of a device whose imported points were removed by an older program must not become another's.
        try connection.execute(
            """
            DELETE FROM device WHERE id NOT IN (SELECT device FROM segment)
            AND id NOT IN (SELECT key % \(RecentKey.deviceLimit) FROM recent)
            AND id NOT IN (SELECT device FROM import_hour)
            """)
        invalidateCache()
    }

    /// A damaged table loses names, but not the points that refer to them.
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
            guard let number = query.integer(at: 0), let stored = query.text(at: 1) else { continue }
            let name = DevicePath.withoutCredentials(stored)
            names[number] = name
            numbers[name] = number
        }
    }
}
