import Linux
import Location
import Simulator

/// Generates a table in the format of GeoNames' dumps, in which names repeat and places cluster as in real dumps.
struct TableGenerator {
    private static let kinds = [
        "Hotel", "Church", "Lake", "Mount", "School", "Creek", "Saint", "San", "River", "Nahr", "Wadi", "Rio", "Cerro",
        "Bukit", "Sungai", "Station", "Cemetery", "Park", "New", "Upper", "Lower", "North", "South", "Grand", "Ban",
    ]
    private static let syllables = [
        "ba", "ker", "lo", "min", "ta", "shi", "ro", "vel", "na", "dor", "qu", "ish", "el", "fo", "gan", "hu", "jo",
        "pe",
        "rak", "stein", "by", "ville", "ton", "sk", "ová", "é", "ö", "ñu", "mar", "gu",
    ]
    private static let alphabets = ["Мос", "ква", "дон", "пол", "ское", "東", "京", "山", "ال", "بيت"]

    private var numbers = SeededGenerator(seed: 13)
    private var centres: [(latitude: Double, longitude: Double)] = []

    init() {
        for _ in 0..<20_000 {
            let latitude = min(max(25 + 28 * numbers.nextNormal(), -89), 89)
            centres.append((latitude, Double.random(in: -180...180, using: &numbers)))
        }
    }

    /// Writes that many rows.
    func write(_ count: Int, to output: StandardStream) throws(SystemError) {
        var generator = self
        var bytes: [UInt8] = []
        for number in 1...count {
            bytes += generator.line(number).utf8
            guard bytes.count > 1 << 20 || number == count else { continue }
            try output.write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
    }

    private mutating func line(_ number: Int) -> String {
        let isTown = Int.random(in: 0..<25, using: &numbers) == 0
        // Only towns have a population; most rows are hotels, churches and the like.
        let name = isTown ? word() : name()
        let people = isTown ? Int(500 / Double.random(in: 0.00005...1, using: &numbers)) : 0
        let others = (0..<(isTown ? 5 : number % 3 == 0 ? 1 : 0)).map { _ in otherName() }.joined(separator: ",")
        let place = place()
        return "\(number)\t\(name)\t\(name)\t\(others)\t\(place.latitude)\t\(place.longitude)\tP\tPPL\tAU\t\t"
            + "07\t24600\t\t\t\(people)\t\t25\tAustralia/Melbourne\t2024-01-01\n"
    }

    private mutating func name() -> String {
        let word = word()
        guard Int.random(in: 0..<5, using: &numbers) < 3 else { return word }
        // The square makes the first kinds many times as common as the others.
        let rank = Double.random(in: 0..<1, using: &numbers)
        return Self.kinds[Int(rank * rank * Double(Self.kinds.count))] + " " + word
    }

    private mutating func word() -> String {
        let parts = (0..<Int.random(in: 2...4, using: &numbers)).map { _ in
            Self.syllables.randomElement(using: &numbers) ?? ""
        }
        let word = parts.joined()
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    private mutating func otherName() -> String {
        (0..<3).map { _ in Self.alphabets.randomElement(using: &numbers) ?? "" }.joined()
    }

    private mutating func place() -> Coordinate {
        let centre = centres.randomElement(using: &numbers) ?? (0, 0)
        let (north, east) = (numbers.nextNormal() * 0.4, numbers.nextNormal() * 0.4)
        let longitude = (centre.longitude + east).remainder(dividingBy: 360)
        return Coordinate(clampingLatitude: centre.latitude + north, longitude: longitude)
    }
}
