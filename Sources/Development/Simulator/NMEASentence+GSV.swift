extension NMEASentence {
    /// GSV: the satellites in view, four to a sentence.
    static func gsv(_ measurement: Measurement) -> [NMEASentence] {
        let satellites = measurement.satellites
        let starts = Array(stride(from: 0, to: satellites.count, by: 4))
        return starts.enumerated().map { index, start in
            let part = satellites[start..<min(start + 4, satellites.count)]
            return NMEASentence(
                "GSV",
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
}
