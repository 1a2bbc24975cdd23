import Location
import NMEA

extension NMEASentence {
    /// RMC: time and date, validity, position, speed in knots, course; mode D (differential).
    static func rmc(_ measurement: Measurement) -> NMEASentence {
        NMEASentence(
            "GPRMC",
            [timeOfDay(measurement.time), "A"] + latitude(measurement.coordinate) + longitude(measurement.coordinate)
                + [
                    decimal(measurement.speed / NMEAUnits.knot, 2), course(measurement.course), date(measurement.time),
                    "", "",
                    "D",
                ])
    }

    /// VTG: course, speed in knots and in kilometres per hour; mode D (differential).
    static func vtg(_ measurement: Measurement) -> NMEASentence {
        NMEASentence(
            "GPVTG",
            [
                course(measurement.course), "T", "", "M", decimal(measurement.speed / NMEAUnits.knot, 2), "N",
                decimal(measurement.speed * 3.6, 2), "K", "D",
            ])
    }

    /// Metres from the ellipsoid up to mean sea level at Melbourne, rounded from EGM2008.
    private static let geoidSeparation = 4.9

    /// GGA: time, position, quality 2 (differential), satellites used, HDOP, altitude.
    static func gga(_ measurement: Measurement) -> NMEASentence {
        let used = measurement.satellites.count { $0.isUsed }
        return NMEASentence(
            "GPGGA",
            [timeOfDay(measurement.time)] + latitude(measurement.coordinate) + longitude(measurement.coordinate) + [
                "2", padded(Int64(used), to: 2), decimal(measurement.precision.hdop, 2),
                decimal(measurement.altitude, 1), "M", decimal(geoidSeparation, 1), "M", "", "",
            ])
    }

    /// GSA: automatic mode, three-dimensional fix, up to 12 satellites used, the three dilutions.
    static func gsa(_ measurement: Measurement) -> NMEASentence {
        let used = measurement.satellites.filter(\.isUsed).prefix(12).map { padded(Int64($0.number), to: 2) }
        let empty = Array(repeating: "", count: 12 - used.count)
        let precision = measurement.precision
        let dilutions = [precision.pdop, precision.hdop, precision.vdop].map { decimal($0, 2) }
        return NMEASentence("GPGSA", ["A", "3"] + used + empty + dilutions)
    }

    /// GSV: the satellites in view, four to a sentence.
    static func gsv(_ measurement: Measurement) -> [NMEASentence] {
        let satellites = measurement.satellites
        let starts = Array(stride(from: 0, to: satellites.count, by: 4))
        return starts.enumerated().map { index, start in
            let part = satellites[start..<min(start + 4, satellites.count)]
            return NMEASentence(
                "GPGSV",
                [String(starts.count), String(index + 1), padded(Int64(satellites.count), to: 2)]
                    + part.flatMap(fields))
        }
    }

    private static func fields(_ satellite: SatelliteInView) -> [String] {
        [
            padded(Int64(satellite.number), to: 2), padded(Int64(satellite.elevation), to: 2),
            padded(Int64(satellite.azimuth), to: 3), padded(Int64(satellite.strength), to: 2),
        ]
    }

    /// GST: the standard deviations of latitude, longitude and altitude, and the ellipse they make: a circle.
    static func gst(_ measurement: Measurement) -> NMEASentence {
        let horizontal = decimal(measurement.precision.horizontal, 2)
        return NMEASentence(
            "GPGST",
            [
                timeOfDay(measurement.time), horizontal, horizontal, horizontal, "0.0", horizontal, horizontal,
                decimal(measurement.precision.vertical, 2),
            ])
    }
}
