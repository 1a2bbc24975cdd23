import JSON
public import Location

extension TrackPointJSON {
    /// Decodes an object as ``append(_:to:)`` writes it; unknown keys are ignored.
    ///
    /// - Throws: ``ReportJSONError`` with the key and the cause.
    public static func decode(_ bytes: [UInt8]) throws(ReportJSONError) -> TrackPoint {
        try ReportJSONError.decode(TrackPointDocument.self, from: bytes).point()
    }
}

/// The keys of a track point and their types, before validation: those of a fix and two more.
private struct TrackPointDocument: Decodable {
    private struct More: Decodable {
        var motion: String?
        var satellites: ReportDocument.SatelliteMembers?
    }

    private let fix: ReportDocument.FixMembers
    private let more: More

    init(from decoder: any Decoder) throws {
        fix = try ReportDocument.FixMembers(from: decoder)
        more = try More(from: decoder)
    }

    func point() throws(ReportJSONError) -> TrackPoint {
        let used = try count("satellites.used", more.satellites?.used)
        let motion: Motion = try choice("motion", more.motion ?? Motion.unknown.rawValue)
        let fix = try fix.fix("")
        guard fix.timestamp != nil else { throw ReportJSONError(key: "timestamp", reason: .missing) }
        guard let point = TrackPoint(fix, motion: motion, satellitesUsed: used) else {
            throw ReportJSONError(key: "latitude", reason: .missing)
        }
        return point
    }
}
