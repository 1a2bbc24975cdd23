import Basics

/// Merges NMEA 0183 sentences with the same time of day into epochs; each epoch is one point.
///
/// GGA, GLL, GNS, RMC and ZDA have a time; GSA and VTG have none and belong to the newest epoch. A sentence may come after
/// the first one of the next epoch. Only RMC and ZDA have a date, see ``NMEADating``.
struct NMEAParser: LineParser {
    private static let gga = NMEAFields.name((0x47, 0x47, 0x41))
    private static let gll = NMEAFields.name((0x47, 0x4C, 0x4C))
    private static let gns = NMEAFields.name((0x47, 0x4E, 0x53))
    private static let rmc = NMEAFields.name((0x52, 0x4D, 0x43))
    private static let gsa = NMEAFields.name((0x47, 0x53, 0x41))
    private static let vtg = NMEAFields.name((0x56, 0x54, 0x47))
    private static let zda = NMEAFields.name((0x5A, 0x44, 0x41))

    private let device: String
    private var epoch: NMEAEpoch?
    /// The epoch before, whose last sentences may come late.
    private var previous: NMEAEpoch?
    private var dating: NMEADating

    /// - Parameters:
    ///   - device: the receiver.
    ///   - date: the day of the first epoch if the file has no date at all; nil if unknown.
    init(device: String, date: Timestamp? = nil) {
        self.device = device
        dating = NMEADating(date: date)
    }

    mutating func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        guard !line.trimmedRange.isEmpty else { return }
        do throws(NMEAFields.SentenceError) {
            parse(try NMEAFields(line), line: line, number: number, into: &track)
        } catch {
            switch error {
            case .badChecksum: track.skip(.badChecksum, line: number)
            // Other sentences, such as AIS, and comments are ignored.
            case .noSentence: break
            }
        }
    }

    mutating func finish(into track: inout ParsedTrack) {
        if let previous { dating.add(previous, into: &track) }
        if let epoch { dating.add(epoch, into: &track) }
        (previous, epoch) = (nil, nil)
        dating.finish(into: &track)
    }

    private mutating func parse(
        _ fields: NMEAFields, line: Span<UInt8>, number: Int, into track: inout ParsedTrack
    ) {
        switch fields.name {
        case Self.gsa: epoch?.parse(gsa: fields, line: line)
        case Self.vtg: epoch?.parse(vtg: fields, line: line)
        case Self.gga, Self.gns, Self.rmc, Self.zda, Self.gll:
            guard let time = Self.timeOfDay(fields, line) else {
                // Old receivers omit the time of GLL; the epoch's other sentences have it.
                return fields.name == Self.gll ? () : track.skip(.noTime, line: number)
            }
            parse(fields, at: time, line: line, number: number, into: &track)
        default: break
        }
    }

    private mutating func parse(
        _ fields: NMEAFields, at time: Int, line: Span<UInt8>, number: Int, into track: inout ParsedTrack
    ) {
        let day = day(fields, line: line)
        let isLate = epoch?.accepts(time, day) != true && previous?.accepts(time, day) == true
        if isLate { swap(&epoch, &previous) }
        defer { if isLate { swap(&epoch, &previous) } }
        if epoch?.accepts(time, day) != true {
            if let previous { dating.add(previous, into: &track) }
            previous = epoch
            epoch = NMEAEpoch(time: time, line: number, device: device)
            if !dating.hasDate { epoch?.received = fields.timeStamp(of: line) }
        }
        if let day { epoch?.day = day }
        switch fields.name {
        case Self.gga: epoch?.parse(gga: fields, line: line)
        case Self.gns: epoch?.parse(gns: fields, line: line)
        case Self.rmc: epoch?.parse(rmc: fields, line: line)
        case Self.gll: epoch?.parse(gll: fields, line: line)
        default: break
        }
    }

    private func day(_ fields: NMEAFields, line: Span<UInt8>) -> Timestamp? {
        switch fields.name {
        case Self.rmc: Timestamp(rmc: fields, line: line)
        case Self.zda: Timestamp(zda: fields, line: line)
        default: nil
        }
    }

    /// Returns the time of day of a line in milliseconds since midnight UTC; nil for a sentence without one, and for a line
    /// without a sentence.
    static func timeOfDay(of line: Span<UInt8>) -> Int? {
        guard let fields = try? NMEAFields(line) else { return nil }
        switch fields.name {
        case gga, gns, rmc, zda, gll: return timeOfDay(fields, line)
        default: return nil
        }
    }

    private static func timeOfDay(_ fields: NMEAFields, _ line: Span<UInt8>) -> Int? {
        timeOfDay(line.extracting(fields[fields.name == gll ? 5 : 1]))
    }

    /// Parses `hhmmss` with optional decimals into milliseconds since midnight; the leap second 60 becomes the next
    /// second.
    private static func timeOfDay(_ text: Span<UInt8>) -> Int? {
        guard text.count >= 6, let hour = text.wholeNumber(0..<2), let minute = text.wholeNumber(2..<4),
            let seconds = Double(decimal: text.extracting(4..<text.count)), hour < 24, minute < 60,
            (0..<61).contains(seconds)
        else { return nil }
        return (hour * 60 + minute) * 60_000 + Int((seconds * 1000).rounded())
    }
}

extension Timestamp {
    /// The day of an RMC sentence, `ddmmyy`; 80 to 99 are the years before 2000, because GPS began in 1980.
    fileprivate init?(rmc fields: NMEAFields, line: Span<UInt8>) {
        let text = line.extracting(fields[9])
        guard text.count == 6, let day = text.wholeNumber(0..<2), let month = text.wholeNumber(2..<4),
            let year = text.wholeNumber(4..<6)
        else { return nil }
        self.init(validYear: year >= 80 ? 1900 + year : 2000 + year, month: month, day: day)
    }

    fileprivate init?(zda fields: NMEAFields, line: Span<UInt8>) {
        guard let day = line.wholeNumber(fields[2]), let month = line.wholeNumber(fields[3]),
            let year = line.wholeNumber(fields[4]), (1...9999).contains(year)
        else { return nil }
        self.init(validYear: year, month: month, day: day)
    }
}
