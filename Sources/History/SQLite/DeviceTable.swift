import SQLite

/// The devices by number and name; a point's row holds the number.
final class DeviceTable {
    private let connection: Connection
    private var names: [Int64: String] = [:]
    private var numbers: [String: Int64] = [:]

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The name of a device; one that has no row, as in a damaged database, is called by its number.
    func name(_ number: Int64) throws -> String {
        if names[number] == nil { try readWhatIsGood() }
        return names[number] ?? "device \(number)"
    }

    /// All names, sorted.
    func all() throws -> [String] {
        try readWhatIsGood()
        return numbers.keys.sorted()
    }

    /// The number of a device; nil where no point of it was ever kept.
    func number(_ name: String) throws -> Int64? {
        if numbers[name] == nil { try read() }
        return numbers[name]
    }

    /// The number of a device, which gets one if it has none; within a transaction.
    func makeNumber(_ name: String) throws -> Int64 {
        if let number = numbers[name] { return number }
        let insertion = try connection.prepare("INSERT INTO device(name) VALUES(?) ON CONFLICT(name) DO NOTHING")
        try insertion.bind(name, at: 1)
        try insertion.run()
        let query = try connection.prepare("SELECT id FROM device WHERE name = ?")
        try query.bind(name, at: 1)
        guard try query.step(), let number = query.integer(at: 0) else {
            throw SQLiteError(extendedCode: 11, message: "a device has no row", sql: "SELECT id FROM device")
        }
        guard RecentKey.holds(device: number) else { throw HistoryError.crowded(path: connection.path) }
        (names[number], numbers[name]) = (name, number)
        return number
    }

    /// Forgets what it knows: a transaction that is rolled back takes the devices along that it has made.
    func forget() {
        (names, numbers) = ([:], [:])
    }

    /// A damaged table costs names, and not the points of all that have one.
    private func readWhatIsGood() throws {
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
