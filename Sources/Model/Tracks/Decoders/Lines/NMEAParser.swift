import Basics
import Location

/// Merges NMEA 0183 sentences with the same time of day into epochs; each epoch is one point.
///
/// GGA, GLL, RMC and ZDA have a time; GSA and VTG have none and belong to the epoch before. Only RMC and ZDA have a
/// date. An epoch without one is on the day of the epoch before, or on the next day if its time of day is more than
/// half a day earlier. Epochs before the first date are buffered and dated backwards from it.
struct NMEAParser: LineParser {
    private static let gga = NMEAFields.name((0x47, 0x47, 0x41))
    private static let gll = NMEAFields.name((0x47, 0x4C, 0x4C))
    private static let rmc = NMEAFields.name((0x52, 0x4D, 0x43))
    private static let gsa = NMEAFields.name((0x47, 0x53, 0x41))
    private static let vtg = NMEAFields.name((0x56, 0x54, 0x47))
    private static let zda = NMEAFields.name((0x5A, 0x44, 0x41))
    private static let halfDay = 43_200_000
    /// The maximum number of buffered epochs: an hour at 1 Hz.
    private static let maxUndated = 3600

    private let device: String
    private var epoch: NMEAEpoch?
    /// The day and the time of day of the last epoch.
    private var last: (day: Timestamp, time: Int)?
    /// Epochs with a position before the first date.
    private var undated: [NMEAEpoch] = []

    init(device: String) {
        self.device = device
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
        endEpoch(&track)
        for epoch in undated { epoch.finish(day: nil, into: &track) }
        undated = []
    }

    private mutating func endEpoch(_ track: inout ParsedTrack) {
        guard let epoch else { return }
        self.epoch = nil
        let day = day(of: epoch)
        if let day {
            dateUndated(from: day, time: epoch.time, into: &track)
        } else if epoch.hasPosition, undated.count < Self.maxUndated {
            return undated.append(epoch)
        }
        epoch.finish(day: day, into: &track)
    }

    /// Dates the buffered epochs backwards from the first date.
    private mutating func dateUndated(from day: Timestamp, time: Int, into track: inout ParsedTrack) {
        guard !undated.isEmpty else { return }
        var day: Timestamp = day
        var time: Int = time
        var days: [Timestamp] = []
        for epoch in undated.reversed() {
            if epoch.time - time > Self.halfDay { day = day + .seconds(-86_400) }
            time = epoch.time
            days.append(day)
        }
        for (epoch, day) in zip(undated, days.reversed()) { epoch.finish(day: day, into: &track) }
        undated = []
    }

    private mutating func parse(
        _ fields: NMEAFields, line: Span<UInt8>, number: Int, into track: inout ParsedTrack
    ) {
        switch fields.name {
        case Self.gga, Self.rmc, Self.zda:
            guard let time = Self.timeOfDay(line.extracting(fields[1])) else {
                return track.skip(.noTime, line: number)
            }
            begin(time: time, number: number, into: &track)
        case Self.gll:
            // Old receivers omit the time; the epoch's other sentences have it.
            guard let time = Self.timeOfDay(line.extracting(fields[5])) else { return }
            begin(time: time, number: number, into: &track)
        default: break
        }
        switch fields.name {
        case Self.gga: epoch?.parse(gga: fields, line: line)
        case Self.rmc: epoch?.parse(rmc: fields, line: line)
        case Self.gll: epoch?.parse(gll: fields, line: line)
        case Self.gsa: epoch?.parse(gsa: fields, line: line)
        case Self.vtg: epoch?.parse(vtg: fields, line: line)
        case Self.zda: epoch?.parse(zda: fields, line: line)
        default: break
        }
    }

    /// Continues the epoch with that time, or ends it and begins a new one.
    private mutating func begin(time: Int, number: Int, into track: inout ParsedTrack) {
        guard epoch?.time != time else { return }
        endEpoch(&track)
        epoch = NMEAEpoch(time: time, line: number, device: device)
    }

    private mutating func day(of epoch: NMEAEpoch) -> Timestamp? {
        var day = epoch.day
        if day == nil, let last { day = last.time - epoch.time > Self.halfDay ? last.day + .seconds(86_400) : last.day }
        if let day { last = (day, epoch.time) }
        return day
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
