extension NMEASentence {
    /// GSA: automatic mode, three-dimensional fix, up to 12 satellites used, the three dilutions.
    static func gsa(_ measurement: Measurement) -> NMEASentence {
        let used = measurement.satellites.filter(\.isUsed).prefix(12).map { padded(Int64($0.number), to: 2) }
        let empty = Array(repeating: "", count: 12 - used.count)
        let precision = measurement.precision
        let dilutions = [precision.pdop, precision.hdop, precision.vdop].map { decimal($0, 2) }
        return NMEASentence("GSA", ["A", "3"] + used + empty + dilutions)
    }
}
