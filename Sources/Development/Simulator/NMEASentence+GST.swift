import Location

extension NMEASentence {
    /// GST: the standard deviations of latitude, longitude and altitude, and the ellipse they make: a circle.
    static func gst(_ measurement: Measurement) -> NMEASentence {
        let horizontal = decimal(measurement.precision.horizontal, 2)
        return NMEASentence(
            "GST",
            [
                timeOfDay(measurement.time), horizontal, horizontal, horizontal, "0.0", horizontal, horizontal,
                decimal(measurement.precision.vertical, 2),
            ])
    }
}
