import Basics
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
        return [rmc(fix, time: time, position: position), gsa, gga(fix, time: time, position: position)]
    }

    private func rmc(_ fix: Fix, time: Timestamp, position: [String]) -> NMEASentence {
        let speed = NMEASentence.decimal(fix.speed.map { $0 / NMEAUnits.knot }, 2)
        let motion = [speed, NMEASentence.course(fix.course), NMEASentence.date(time), "", "", "A"]
        return NMEASentence("GPRMC", [NMEASentence.timeOfDay(time), "A"] + position + motion)
    }

    private func gga(_ fix: Fix, time: Timestamp, position: [String]) -> NMEASentence {
        let separation = fix.ellipsoidalAltitude.flatMap { ellipsoidal in fix.altitude.map { ellipsoidal - $0 } }
        let rest = [
            "1", NMEASentence.padded(Int64(satellites?.used ?? 0), to: 2), NMEASentence.decimal(satellites?.hdop, 2),
            NMEASentence.decimal(fix.altitude, 1), "M", NMEASentence.decimal(separation, 1), "M", "", "",
        ]
        return NMEASentence("GPGGA", [NMEASentence.timeOfDay(time)] + position + rest)
    }

    private var gsa: NMEASentence {
        let used = (0..<12).map { $0 < satellites?.used ?? 0 ? NMEASentence.padded(Int64($0 + 1), to: 2) : "" }
        let dilution = satellites?.hdop ?? 99
        let dilutions = [dilution * 1.9, dilution, dilution * 1.6].map { NMEASentence.decimal($0, 2) }
        return NMEASentence("GPGSA", ["A", "3"] + used + dilutions)
    }
}
