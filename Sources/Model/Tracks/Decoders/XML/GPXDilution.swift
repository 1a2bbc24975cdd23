import Basics
import Location

/// The meaning of `hdop` in a GPX file: phones know no dilution of precision, so their programs write what they know.
struct GPXDilution {
    /// The programs that write the accuracy of Android or iOS, and the metres that a unit of it stands for.
    ///
    /// OsmAnd's manual, the forum of Locus, and the sources of StreetComplete and of OSMTracker, which writes a quarter.
    private static let programs: [(name: String, metres: Double)] = [
        ("osmand", 1), ("locus", 1), ("streetcomplete", 1), ("osmtracker", 4),
    ]
    /// The programs that write the dilution of a receiver, however large: gpxlogger that which gpsd computes from the sky.
    private static let receivers = ["gpsd", "gpslogger", "basicairdata"]
    /// A file of another program has hardly ever a position with a higher dilution, but receivers write 99.99 with one that
    /// they do not trust.
    private static let maxDilution = 50.0
    private static let untrusted = 99.0..<100
    /// Metres; no phone claims to be more accurate: such a value is of a file that the program has only edited.
    private static let minRadius = 1.0

    /// The metres that a unit stands for; nil if it is a dilution, as GPX says.
    private let metres: Double?
    /// True if the program writes what a receiver reports.
    private let isOfReceiver: Bool

    /// The meaning that GPX gives.
    init() {
        (metres, isOfReceiver) = (nil, false)
    }

    /// The meaning in a file with a `creator`, such as `OsmAnd+ 4.5.10` or `Locus Map, Android`.
    init(creator: Span<UInt8>) {
        let name = creator.extracting(creator.trimmedRange).string.lowercased()
        metres = Self.programs.first { Self.isName(name, of: $0.name) }?.metres
        isOfReceiver = Self.receivers.contains { name.hasPrefix($0) }
    }

    /// Returns the accuracy that a value stands for, and what that assumes.
    func accuracy(
        _ hdop: Double, differential: Differential
    ) -> (accuracy: HorizontalAccuracy?, assumption: TrackAssumption?) {
        if let metres, hdop * metres >= Self.minRadius {
            return (HorizontalAccuracy(radius: hdop * metres, origin: .receiver), .dilutionOfCreator)
        }
        if !isOfReceiver, hdop > Self.maxDilution, !Self.untrusted.contains(hdop) {
            return (HorizontalAccuracy(radius: hdop, origin: .receiver), .hugeDilution)
        }
        return (HorizontalAccuracy(hdop: hdop, differential: differential), nil)
    }

    /// Returns true for names with versions, editions and systems behind them; Locus is also the start of other words.
    private static func isName(_ name: String, of program: String) -> Bool {
        guard name.hasPrefix(program) else { return false }
        return program != "locus" || name.dropFirst(program.count).first?.isLetter != true
    }
}
