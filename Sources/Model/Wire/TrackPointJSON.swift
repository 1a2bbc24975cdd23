import JSON
public import Location

/// A point of a track as JSON: the `fix` of the report, with `motion` and `satellites` beside its members.
public enum TrackPointJSON {
    /// Appends a point as one object without a line end; what is not known is absent.
    public static func append(_ point: TrackPoint, to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { writer in
            writer.object { $0.members(of: point) }
        }
    }
}

extension JSONWriter {
    mutating func members(of point: TrackPoint) {
        members(of: point.fix)
        word("motion", point.motion == .unknown ? nil : point.motion.rawValue)
        guard let used = point.satellitesUsed else { return }
        object("satellites") { $0.members(of: Satellites(used: used)) }
    }
}
