import Location

extension Report {
    /// What it says in words and without coordinates: `live`, `3D fix`, `±5 m`, `8 satellites`.
    var summaryParts: [String] { [stateText] + qualityParts }

    /// The state and its reason: `no-gpsd: connection refused`.
    var stateText: String { [state.rawValue, detail].compactMap { $0 }.joined(separator: ": ") }

    /// How good a current position is; empty for one that is not.
    var qualityParts: [String] {
        guard state == .live, let fix else { return [] }
        let accuracy = fix.horizontalAccuracy.flatMap { Int(exactly: $0.radius.rounded(.up)) }.map { "±\($0) m" }
        return ["\(fix.mode.rawValue.uppercased()) fix", accuracy, satellites?.used.map { "\($0) satellites" }]
            .compactMap { $0 }
    }
}
