import Location

extension NMEASentence {
    /// Metres from the ellipsoid up to mean sea level at Melbourne, rounded from EGM2008.
    private static let geoidSeparation = 4.9

    /// GGA: time, position, quality 2 (differential), satellites used, HDOP, altitude.
    static func gga(_ measurement: Measurement) -> NMEASentence {
        let used = measurement.satellites.count { $0.isUsed }
        return NMEASentence(
            "GGA",
            [timeOfDay(measurement.time)] + latitude(measurement.coordinate) + longitude(measurement.coordinate) + [
                "2", padded(Int64(used), to: 2), decimal(measurement.precision.hdop, 2),
                decimal(measurement.altitude, 1), "M", decimal(geoidSeparation, 1), "M", "", "",
            ])
    }
}
