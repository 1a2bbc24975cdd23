import Basics
import Location
import NMEA

/// The combined content of the sentences with the same time.
struct NMEAEpoch {
    /// Milliseconds since midnight UTC.
    let time: Int
    /// The line of the first sentence.
    let line: Int
    /// The day; nil if no sentence of this epoch has a date.
    var day: Timestamp?
    /// When the sentence was received, by a time stamp before it; nil without one.
    var received: Timestamp?
    /// True if a sentence reports that there is no position.
    var isInvalid = false

    private var fix: Fix
    private var satellites: Double?
    private var hdop: Double?
    private var geoidHeight: Double?
    private var latitude: Double?
    private var longitude: Double?

    init(time: Int, line: Int, device: String) {
        self.time = time
        self.line = line
        fix = Fix(device: device)
    }

    /// Returns true if a sentence with a time of day, and perhaps with a date, belongs to the epoch.
    func accepts(_ time: Int, _ date: Timestamp?) -> Bool {
        self.time == time && (day == nil || date == nil || day == date)
    }

    /// True if the epoch becomes a point once its day is known.
    var hasPosition: Bool { !isInvalid && (latitude != nil || longitude != nil) }

    /// GGA: position, quality, satellites, HDOP, altitude, height of the geoid.
    mutating func parse(gga fields: NMEAFields, line: Span<UInt8>) {
        let quality = fields[6]
        guard quality.count == 1, let differential = Differential(nmeaQuality: line[quality.lowerBound]) else {
            isInvalid = true
            return
        }
        fix.differential = differential
        parse(position: 2, fields: fields, line: line)
        satellites = Double(decimal: line.extracting(fields[7]))
        hdop = hdop ?? Double(decimal: line.extracting(fields[8]))?.validAccuracy
        fix.altitude = Double(decimal: line.extracting(fields[9]))?.validAltitude
        geoidHeight = Double(decimal: line.extracting(fields[11]))?.validAltitude
    }

    /// GNS: position, a mode for each satellite system, satellites, HDOP, altitude, height of the geoid.
    ///
    /// Each system may send its own GNS, and `N` may mean that it contributes nothing.
    mutating func parse(gns fields: NMEAFields, line: Span<UInt8>) {
        guard let differential = Differential(nmeaModes: line.extracting(fields[6])) else { return }
        if fix.differential == .none { fix.differential = differential }
        parse(position: 2, fields: fields, line: line)
        satellites = [satellites, Double(decimal: line.extracting(fields[7]))].compactMap { $0 }.max()
        hdop = hdop ?? Double(decimal: line.extracting(fields[8]))?.validAccuracy
        fix.altitude = Double(decimal: line.extracting(fields[9]))?.validAltitude ?? fix.altitude
        geoidHeight = Double(decimal: line.extracting(fields[10]))?.validAltitude ?? geoidHeight
    }

    /// RMC: validity, position, knots, course; the date is the caller's.
    mutating func parse(rmc fields: NMEAFields, line: Span<UInt8>) {
        guard line.extracting(fields[2]).equals("A") else {
            isInvalid = true
            return
        }
        parse(position: 3, fields: fields, line: line)
        parse(knots: fields[7], course: fields[8], line: line)
    }

    /// GLL: position, validity.
    mutating func parse(gll fields: NMEAFields, line: Span<UInt8>) {
        guard line.extracting(fields[6]).equals("A") else {
            isInvalid = true
            return
        }
        parse(position: 1, fields: fields, line: line)
    }

    /// GSA: dimensions and HDOP.
    ///
    /// Each satellite system sends its own GSA, and mode 1 may mean that this system contributes nothing, so GGA, RMC
    /// and GLL decide if there is a position.
    mutating func parse(gsa fields: NMEAFields, line: Span<UInt8>) {
        let mode = line.extracting(fields[2])
        guard mode.equals("2") || mode.equals("3") else { return }
        fix.mode = mode.equals("3") ? .threeDimensional : .twoDimensional
        hdop = Double(decimal: line.extracting(fields[16]))?.validAccuracy ?? hdop
    }

    /// VTG: course and knots.
    mutating func parse(vtg fields: NMEAFields, line: Span<UInt8>) {
        parse(knots: fields[5], course: fields[1], line: line)
    }

    /// Adds the epoch's point on a day to a track, or the reason for skipping it.
    ///
    /// - Parameters:
    ///   - day: its day; nil if unknown.
    ///   - assumption: how the day was found, if not by its own date.
    ///   - track: the track.
    func finish(day: Timestamp?, assuming assumption: TrackAssumption?, into track: inout ParsedTrack) {
        guard hasPosition else { return track.skip(.noPosition, line: line) }
        guard let latitude, let longitude, let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            return track.skip(.badPosition, line: line)
        }
        var fix = fix
        fix.coordinate = coordinate
        fix.timestamp = day.map { $0 + .milliseconds(time) }
        if let altitude = fix.altitude, let geoidHeight { fix.ellipsoidalAltitude = altitude + geoidHeight }
        fix.horizontalAccuracy = HorizontalAccuracy(hdop: hdop, differential: fix.differential)
        fix.inferMode()
        track.add(fix, satellitesUsed: Int(satellites: satellites), assuming: assumption, line: line)
    }

    /// Sets the position from the first sentence that has one: GGA has more decimals in some receivers, RMC in others.
    private mutating func parse(position field: Int, fields: NMEAFields, line: Span<UInt8>) {
        guard latitude == nil || longitude == nil else { return }
        latitude = Self.angle(
            line.extracting(fields[field]), hemisphere: line.extracting(fields[field + 1]), positive: "N", negative: "S"
        )
        longitude = Self.angle(
            line.extracting(fields[field + 2]), hemisphere: line.extracting(fields[field + 3]), positive: "E",
            negative: "W")
    }

    private mutating func parse(knots: Range<Int>, course: Range<Int>, line: Span<UInt8>) {
        if let knots = Double(decimal: line.extracting(knots)) { fix.speed = (knots * NMEAUnits.knot).validSpeed }
        fix.course = Double(decimal: line.extracting(course))?.validCourse ?? fix.course
    }

    /// Parses degrees and minutes combined in one number, `3748.59813`.
    private static func angle(
        _ text: Span<UInt8>, hemisphere: Span<UInt8>, positive: String, negative: String
    ) -> Double? {
        guard let number = Double(decimal: text), (0..<100_000).contains(number) else { return nil }
        let degrees = (number / 100).rounded(.down)
        let minutes = number - degrees * 100
        guard minutes < 60, hemisphere.equals(positive) || hemisphere.equals(negative) else { return nil }
        let angle = degrees + minutes / 60
        return hemisphere.equals(negative) ? -angle : angle
    }
}

extension Differential {
    /// Creates the value of the best mode of several satellite systems (NMEA 0183 4.11, GNS); nil without a position.
    fileprivate init?(nmeaModes modes: Span<UInt8>) {
        let order: [(letter: UInt8, value: Differential)] = [
            (0x52, .rtkFixed), (0x46, .rtkFloat), (0x50, .precise), (0x44, .dgps), (0x41, .none),
            (0x45, .deadReckoning),
            (0x4D, .surveyed), (0x53, .simulated),
        ]
        guard let best = order.first(where: { modes.firstIndex(of: $0.letter, from: 0) != nil }) else { return nil }
        self = best.value
    }
}
