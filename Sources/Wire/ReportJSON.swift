public import Location

/// The report as JSON: `fix.json`, `whereismy --format json` and every other place where programs read it.
///
/// The schema is a promise to other programs; what is not known is absent, never null and never 0.
public enum ReportJSON {
    /// Writes a report on one line without a line end.
    ///
    /// Numbers are rounded to what they mean: metres and metres per second to three decimals, coordinates to nine,
    /// courses to four, ages to the millisecond. What is not finite is left out.
    public static func encode(_ report: Report) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.string("state", report.state.rawValue)
            json.string("since", report.since.iso8601)
            json.integer("sequence", report.sequence)
            json.string("detail", report.detail)
            json.number("age", report.age.map { max(0, $0.inSeconds) }, decimals: 3)
            if let fix = report.fix { json.object("fix") { $0.members(of: fix) } }
            json.string("received", report.received?.iso8601)
            if let satellites = report.satellites { json.object("satellites") { $0.members(of: satellites) } }
        }
        return writer.bytes
    }

    /// Reads a report; keys that the schema does not know are passed over.
    ///
    /// - Throws: ``ReportJSONError`` with the key and what is wrong with it.
    public static func decode(_ bytes: [UInt8]) throws(ReportJSONError) -> Report {
        try ReportDocument.read(bytes).report()
    }
}

extension JSONWriter {
    fileprivate mutating func members(of fix: Fix) {
        string("timestamp", fix.timestamp?.iso8601)
        string("mode", fix.mode.rawValue)
        number("latitude", fix.coordinate?.latitude, decimals: 9)
        number("longitude", fix.coordinate?.longitude, decimals: 9)
        number("altitude", fix.altitude, decimals: 3)
        number("ellipsoidalAltitude", fix.ellipsoidalAltitude, decimals: 3)
        // An accuracy is above 0 by definition, so rounding never makes it 0.
        number("horizontalAccuracy", fix.horizontalAccuracy.map { max($0.radius, 0.001) }, decimals: 3)
        string("horizontalAccuracyOrigin", fix.horizontalAccuracy?.origin.rawValue)
        number("verticalAccuracy", fix.verticalAccuracy, decimals: 3)
        number("speed", fix.speed, decimals: 3)
        number("speedAccuracy", fix.speedAccuracy, decimals: 3)
        // A course is below 360, so what rounds to it is north again.
        number("course", fix.course.map { $0 >= 359.999_95 && $0 < 360 ? 0 : $0 }, decimals: 4)
        number("courseAccuracy", fix.courseAccuracy, decimals: 4)
        number("climb", fix.climb, decimals: 3)
        string("device", fix.device)
        string("differential", fix.differential.rawValue)
        string("source", fix.source.rawValue)
    }

    fileprivate mutating func members(of satellites: Satellites) {
        integer("used", satellites.used)
        integer("visible", satellites.visible)
        number("hdop", satellites.hdop, decimals: 3)
    }
}
