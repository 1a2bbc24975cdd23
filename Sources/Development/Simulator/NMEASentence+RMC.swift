import Location

extension NMEASentence {
    /// RMC: time and date, validity, position, speed in knots, course; mode D (differential).
    static func rmc(_ measurement: Measurement) -> NMEASentence {
        NMEASentence(
            "RMC",
            [timeOfDay(measurement.time), "A"] + latitude(measurement.coordinate) + longitude(measurement.coordinate)
                + [
                    decimal(measurement.speed / knot, 2), course(measurement.course), date(measurement.time), "", "",
                    "D",
                ])
    }
}
