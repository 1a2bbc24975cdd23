import Location

/// Merges the sentences of NMEA 0183 into epochs: those of one time of day are one point.
///
/// GGA, RMC and ZDA have a time; GSA and VTG have none and belong to the one before. Only RMC and ZDA have a date; an
/// epoch without one is of the day before it, or of the next day where its time of day has run back by half a day.
struct NMEAContent: LineContent {
    private static let gga = NMEAFields.name(0x47, 0x47, 0x41)
    private static let rmc = NMEAFields.name(0x52, 0x4D, 0x43)
    private static let gsa = NMEAFields.name(0x47, 0x53, 0x41)
    private static let vtg = NMEAFields.name(0x56, 0x54, 0x47)
    private static let zda = NMEAFields.name(0x5A, 0x44, 0x41)
    private static let halfDay = 43_200_000

    private let device: String
    private var epoch: NMEAEpoch?
    /// The day and the time of the last epoch.
    private var last: (day: Timestamp, time: Int)?

    init(device: String) {
        self.device = device
    }

    mutating func take(_ line: Span<UInt8>, number: Int, into harvest: inout TrackHarvest) {
        guard !line.blanksTrimmed.isEmpty else { return }
        do throws(NMEAFields.Fault) {
            take(try NMEAFields(line), line, number, &harvest)
        } catch {
            switch error {
            case .badChecksum: harvest.skip(.badChecksum, line: number)
            // Other sentences, AIS among them, and comments are no points and no faults.
            case .noSentence: break
            }
        }
    }

    mutating func finish(into harvest: inout TrackHarvest) {
        guard let epoch else { return }
        self.epoch = nil
        // An epoch of nothing but its time, or the date, is no point that is missing.
        epoch.finish(day: day(of: epoch), into: &harvest)
    }

    private mutating func take(
        _ fields: NMEAFields, _ line: Span<UInt8>, _ number: Int, _ harvest: inout TrackHarvest
    ) {
        switch fields.name {
        case Self.gga, Self.rmc, Self.zda:
            guard let time = Self.timeOfDay(line.extracting(fields[1])) else {
                return harvest.skip(.noTime, line: number)
            }
            if epoch?.time != time {
                finish(into: &harvest)
                epoch = NMEAEpoch(time: time, line: number, device: device)
            }
        default: break
        }
        switch fields.name {
        case Self.gga: epoch?.take(gga: fields, line)
        case Self.rmc: epoch?.take(rmc: fields, line)
        case Self.gsa: epoch?.take(gsa: fields, line)
        case Self.vtg: epoch?.take(vtg: fields, line)
        case Self.zda: epoch?.take(zda: fields, line)
        default: break
        }
    }

    private mutating func day(of epoch: NMEAEpoch) -> Timestamp? {
        var day = epoch.day
        if day == nil, let last { day = last.time - epoch.time > Self.halfDay ? last.day + .seconds(86_400) : last.day }
        if let day { last = (day, epoch.time) }
        return day
    }

    /// Milliseconds since midnight of `hhmmss` with any decimals; a leap second, 60, is the second after it.
    private static func timeOfDay(_ text: Span<UInt8>) -> Int? {
        guard text.count >= 6, let hour = text.wholeNumber(0..<2), let minute = text.wholeNumber(2..<4),
            let seconds = Double(decimal: text.extracting(4..<text.count)), hour < 24, minute < 60,
            (0..<61).contains(seconds)
        else { return nil }
        return (hour * 60 + minute) * 60_000 + Int((seconds * 1000).rounded())
    }
}
