/// A line of JSON: one object, its keys in the order they are added.
struct JSONLine {
    private var pairs: [String]

    init(_ name: String) {
        pairs = ["\"class\":\"\(name)\""]
    }

    /// The object with its line end, as gpsd ends lines.
    var bytes: [UInt8] { Array("{\(pairs.joined(separator: ","))}\r\n".utf8) }

    /// Adds a text, which must need no escaping.
    mutating func add(_ key: String, _ text: String) { addRaw(key, "\"\(text)\"") }

    /// Adds a number with so many decimals, if there is one.
    mutating func add(_ key: String, _ number: Double?, decimals: Int) {
        guard let number, number.isFinite else { return }
        addRaw(key, NMEASentence.decimal(number, decimals))
    }

    /// Adds what is JSON already.
    mutating func addRaw(_ key: String, _ json: String) { pairs.append("\"\(key)\":\(json)") }
}
