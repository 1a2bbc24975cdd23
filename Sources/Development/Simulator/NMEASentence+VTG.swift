extension NMEASentence {
    /// VTG: course, speed in knots and in kilometres per hour; mode D (differential).
    static func vtg(_ measurement: Measurement) -> NMEASentence {
        NMEASentence(
            "VTG",
            [
                course(measurement.course), "T", "", "M", decimal(measurement.speed / knot, 2), "N",
                decimal(measurement.speed * 3.6, 2), "K", "D",
            ])
    }
}
