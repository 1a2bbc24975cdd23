import Basics
import Location

/// The meaning of `hdop` in a GPX file: phones know no dilution of precision, so their programs write what they know.
///
/// Where the file does not name a known program, its values decide together, those at its beginning if it is long.
struct GPXDilution {
    private enum Meaning {
        /// A dilution, as GPX says.
        case dilution
        /// The dilution of a receiver, however large.
        case ofReceiver
        /// An accuracy in units of this number of metres, by the program's name.
        case ofProgram(metres: Double)
        /// An accuracy in metres, by the values.
        case ofValues
    }

    /// The programs that write the accuracy of Android or iOS, and the metres that a unit of it stands for.
    ///
    /// OsmAnd's manual, the forum of Locus, and the sources of StreetComplete, Soundscape, MemoLanes and OSMTracker, which
    /// writes a quarter.
    private static let programs: [(name: String, metres: Double)] = [
        ("osmand", 1), ("locus", 1), ("streetcomplete", 1), ("soundscape", 1), ("memolanes", 1), ("osmtracker", 4),
    ]
    /// The programs that write the dilution of a receiver, however large: gpxlogger that which gpsd computes from the sky.
    private static let receivers = ["gpsd", "gpslogger", "basicairdata"]
    /// A file of another program has hardly ever a position with a higher dilution, but receivers write 99.99 with one that
    /// they do not trust.
    private static let maxDilution = 50.0
    private static let untrusted = 99.0..<100
    /// Metres; no phone claims to be more accurate: such a value is of a file that the program has only edited.
    private static let minRadius = 1.0
    /// Half of a receiver's dilutions are far below, or it has hardly a position.
    private static let maxMedianDilution = 10.0
    /// The smallest value of which the decimals count, and the smallest one of a file in which a value above
    /// ``maxDilution`` counts for all: dilutions that a program calculates are smaller, and so are those of a receiver at
    /// times.
    private static let minOfPhone = 3.0
    /// The number of points that are examined before the meaning is decided.
    static let maxObserved = 1024

    private var meaning: Meaning?
    /// The values that have been examined.
    private var observed: [Double] = []

    var isUndecided: Bool { meaning == nil }

    /// Notes the `creator` of a file, such as `OsmAnd+ 4.5.10`, `Locus Map, Android` or `net.osmand.plus`, or the prefix of
    /// a program's namespace, which stays where another program has edited the file.
    mutating func add(creator: Span<UInt8>) {
        let names = Self.names(creator.extracting(creator.trimmedRange).string.lowercased())
        if let program = Self.programs.first(where: { item in names.contains { Self.isName($0, of: item.name) } }) {
            meaning = .ofProgram(metres: program.metres)
        } else if meaning == nil, names.contains(where: { name in Self.receivers.contains(where: name.hasPrefix) }) {
            meaning = .ofReceiver
        }
    }

    /// Examines the value of a point of a file whose meaning is undecided.
    mutating func observe(_ hdop: Double) {
        if !Self.untrusted.contains(hdop) { observed.append(hdop) }
    }

    /// Decides by the values: no phone has one below 1, and no receiver a median above 10, one above 50 beside none
    /// below 3, or more than two decimals.
    mutating func decide() {
        guard meaning == nil else { return }
        observed.sort()
        defer { observed = [] }
        guard let least = observed.first, let largest = observed.last, least >= Self.minRadius else {
            meaning = .dilution
            return
        }
        let hasLarge = largest > Self.maxDilution && least >= Self.minOfPhone
        let isLarge = observed[observed.count / 2] > Self.maxMedianDilution
        meaning = isLarge || hasLarge || observed.contains(where: Self.isFine) ? .ofValues : .dilution
    }

    /// Returns the accuracy that a value stands for, and what that assumes.
    func accuracy(
        _ hdop: Double, differential: Differential
    ) -> (accuracy: HorizontalAccuracy?, assumption: TrackAssumption?) {
        switch meaning {
        case .ofProgram(let metres) where hdop * metres >= Self.minRadius:
            return (HorizontalAccuracy(radius: hdop * metres, origin: .receiver), .dilutionOfCreator)
        case .ofValues where hdop >= Self.minRadius:
            return (HorizontalAccuracy(radius: hdop, origin: .receiver), .dilutionOfValues)
        case .ofReceiver: break
        default:
            guard hdop > Self.maxDilution, !Self.untrusted.contains(hdop) else { break }
            return (HorizontalAccuracy(radius: hdop, origin: .receiver), .hugeDilution)
        }
        return (HorizontalAccuracy(hdop: hdop, differential: differential), nil)
    }

    /// Returns true for a value with more than two decimals, which receivers do not write, but for what a float of 32 bits
    /// adds to two.
    private static func isFine(_ value: Double) -> Bool {
        guard value >= minOfPhone else { return false }
        let hundredths = value * 100
        return abs(hundredths - hundredths.rounded()) > 0.001
    }

    /// Returns a name, and the parts of one that is the identifier of an Android package.
    private static func names(_ creator: String) -> [Substring] {
        let word = creator.prefix { !$0.isWhitespace }
        return [creator[...]] + word.split(separator: ".").dropFirst()
    }

    /// Returns true for names with versions, editions and systems behind them; Locus is also the start of other words.
    private static func isName(_ name: Substring, of program: String) -> Bool {
        guard name.hasPrefix(program) else { return false }
        return program != "locus" || name.dropFirst(program.count).first?.isLetter != true
    }
}
