import Basics
import Glibc
import Location
import NMEA

/// The output of the receiver of a scenario on its serial line; missing values are empty fields.
extension ScenarioEpoch {
    /// The sentences with line ends; none while the receiver is silent.
    public var nmea: [UInt8] {
        guard let fix else { return [] }
        return sentences(fix).flatMap(\.bytes)
    }

    private func sentences(_ fix: Fix) -> [NMEASentence] {
        let time = fix.timestamp ?? self.time
        guard let coordinate = fix.coordinate else {
            return [
                NMEASentence(
                    "GPRMC",
                    [NMEASentence.timeOfDay(time), "V", "", "", "", "", "", "", NMEASentence.date(time), "", "", "N"]),
                NMEASentence(
                    "GPGGA", [NMEASentence.timeOfDay(time), "", "", "", "", "0", "00", "", "", "M", "", "M", "", ""]),
            ]
        }
        let position = NMEASentence.latitude(coordinate) + NMEASentence.longitude(coordinate)
        let (rmc, gga) = (rmc(fix, time: time, position: position), gga(fix, time: time, position: position))
        return sky.isEmpty ? [rmc, gsa, gga] : [rmc, vtg(fix), gga, gsa] + gsv + [gst(time)]
    }

    /// The number of satellites in use of those that are listed.
    var usedCount: Int { sky.count { $0.isUsed } }

    /// RMC: time and date, validity, position, speed in knots, course; mode A (autonomous) or D (differential).
    private func rmc(_ fix: Fix, time: Timestamp, position: [String]) -> NMEASentence {
        let speed = NMEASentence.decimal(fix.speed.map { $0 / NMEAUnits.knot }, 2)
        let motion = [speed, NMEASentence.course(fix.course), NMEASentence.date(time), "", "", sky.isEmpty ? "A" : "D"]
        return NMEASentence("GPRMC", [NMEASentence.timeOfDay(time), "A"] + position + motion)
    }

    /// VTG: course, speed in knots and in kilometres per hour; mode D.
    private func vtg(_ fix: Fix) -> NMEASentence {
        let knots = NMEASentence.decimal(fix.speed.map { $0 / NMEAUnits.knot }, 2)
        let speed = [knots, "N", NMEASentence.decimal(fix.speed.map { $0 * 3.6 }, 2), "K", "D"]
        return NMEASentence("GPVTG", [NMEASentence.course(fix.course), "T", "", "M"] + speed)
    }

    /// GGA: time, position, quality 1 (autonomous) or 2 (differential), satellites used, HDOP, altitude.
    private func gga(_ fix: Fix, time: Timestamp, position: [String]) -> NMEASentence {
        let separation = fix.ellipsoidalAltitude.flatMap { ellipsoidal in fix.altitude.map { ellipsoidal - $0 } }
        let used = sky.isEmpty ? satellites?.used ?? 0 : usedCount
        let rest = [
            sky.isEmpty ? "1" : "2", NMEASentence.padded(Int64(used), to: 2), NMEASentence.decimal(satellites?.hdop, 2),
            NMEASentence.decimal(fix.altitude, 1), "M", NMEASentence.decimal(separation, 1), "M", "", "",
        ]
        return NMEASentence("GPGGA", [NMEASentence.timeOfDay(time)] + position + rest)
    }

    /// GSA: automatic mode, three-dimensional fix, up to 12 satellites used, the three dilutions.
    private var gsa: NMEASentence {
        let used = sky.isEmpty ? Array(1..<(satellites?.used ?? 0) + 1) : sky.filter(\.isUsed).map(\.number)
        let fields = (0..<12).map { $0 < used.count ? NMEASentence.padded(Int64(used[$0]), to: 2) : "" }
        let dilution = satellites?.hdop ?? 99
        let (position, vertical) = sky.isEmpty ? (1.9, 1.6) : (hypot(1, Self.verticalFactor), Self.verticalFactor)
        let dilutions = [dilution * position, dilution, dilution * vertical].map { NMEASentence.decimal($0, 2) }
        return NMEASentence("GPGSA", ["A", "3"] + fields + dilutions)
    }

    /// VDOP divided by HDOP: gpsd computes the vertical error as 5.75 m times VDOP for a differential fix, and that of the
    /// receiver is 1.8 times the horizontal one (``ReceiverErrors``).
    private static let verticalFactor = 1.8 * (1.96 / 5.75) / (2.4477 / 4.75)

    /// GSV: the satellites in view, four to a sentence.
    private var gsv: [NMEASentence] {
        let starts = Array(stride(from: 0, to: sky.count, by: 4))
        return starts.enumerated().map { index, start in
            let part = sky[start..<min(start + 4, sky.count)]
            return NMEASentence(
                "GPGSV",
                [String(starts.count), String(index + 1), NMEASentence.padded(Int64(sky.count), to: 2)]
                    + part.flatMap(Self.fields))
        }
    }

    private static func fields(_ satellite: SatelliteInView) -> [String] {
        zip([satellite.number, satellite.elevation, satellite.azimuth, satellite.strength], [2, 2, 3, 2]).map {
            NMEASentence.padded(Int64($0), to: $1)
        }
    }

    /// GST: the standard deviations of latitude, longitude and altitude, and the ellipse they make: a circle.
    private func gst(_ time: Timestamp) -> NMEASentence {
        let deviation = (satellites?.hdop ?? 99) * 4.75 / 2.4477
        let horizontal = NMEASentence.decimal(deviation, 2)
        return NMEASentence(
            "GPGST",
            [
                NMEASentence.timeOfDay(time), horizontal, horizontal, horizontal, "0.0", horizontal, horizontal,
                NMEASentence.decimal(1.8 * deviation, 2),
            ])
    }
}
