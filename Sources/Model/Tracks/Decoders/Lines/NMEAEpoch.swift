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

    /// RMC: validity, position, knots, course, date.
    mutating func parse(rmc fields: NMEAFields, line: Span<UInt8>) {
        day = Timestamp(nmeaDate: line.extracting(fields[9])) ?? day
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

    /// ZDA: the whole date.
    mutating func parse(zda fields: NMEAFields, line: Span<UInt8>) {
        guard let day = line.wholeNumber(fields[2]), let month = line.wholeNumber(fields[3]),
            let year = line.wholeNumber(fields[4]), (1...9999).contains(year)
        else { return }
        self.day = Timestamp(validYear: year, month: month, day: day) ?? self.day
    }

    /// Adds the epoch's point on a day to a track, or the reason for skipping it.
    func finish(day: Timestamp?, into track: inout ParsedTrack) {
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
        track.add(fix, satellitesUsed: Int(satellites: satellites), line: line)
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

extension Timestamp {
    /// The start of a day written as `ddmmyy`; 80 to 99 are the years before 2000, because GPS began in 1980.
    fileprivate init?(nmeaDate text: Span<UInt8>) {
        guard text.count == 6, let day = text.wholeNumber(0..<2), let month = text.wholeNumber(2..<4),
            let year = text.wholeNumber(4..<6)
        else { return nil }
        self.init(validYear: year >= 80 ? 1900 + year : 2000 + year, month: month, day: day)
    }
}
