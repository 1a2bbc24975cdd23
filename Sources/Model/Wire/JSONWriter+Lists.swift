public import JSON
public import Location

extension JSONWriter {
    /// Writes the members of a report, as ``ReportJSON`` has them, into an object that has others too.
    public mutating func members(ofReport report: Report) {
        members(of: report)
    }

    /// Writes a list of satellites.
    public mutating func satellites(_ name: String, _ satellites: [Satellite]) {
        objects(name, satellites) { json, satellite in
            json.word("constellation", satellite.constellation.rawValue)
            json.integer("number", satellite.number)
            json.number("elevation", satellite.elevation, decimals: 1)
            json.number("azimuth", satellite.azimuth, decimals: 1)
            json.number("signal", satellite.signal, decimals: 1)
            json.boolean("used", satellite.isUsed)
        }
    }

    /// Writes the point of a track as ``TrackPointJSON`` has it; nothing for nil.
    public mutating func point(_ name: String, _ point: TrackPoint?) {
        guard let point else { return }
        object(name) { $0.members(of: point) }
    }
}
