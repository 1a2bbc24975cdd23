import JSON
public import Location

/// The report as JSON: `fix.json`, `whereismy --format json` and every other place where programs read it.
///
/// The schema is a promise to other programs; what is not known is absent, never null and never 0.
public enum ReportJSON {
    /// Writes a report on one line without a line end.
    ///
    /// Numbers are rounded to what they mean: metres and metres per second to three decimals, coordinates to nine,
    /// courses to four, ages to the millisecond. What is not finite is left out.
    ///
    /// - Parameters:
    ///   - report: the report.
    ///   - zone: the name of the place whose coordinates the report keeps to itself; nil where there is none.
    /// - Returns: the line.
    public static func encode(_ report: Report, zone: String? = nil) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            json.members(of: report)
            json.string("zone", zone)
        }
        return writer.bytes
    }

    /// Reads a report; keys that the schema does not know are passed over.
    ///
    /// - Throws: ``ReportJSONError`` with the key and what is wrong with it.
    public static func decode(_ bytes: [UInt8]) throws(ReportJSONError) -> Report {
        try ReportJSONError.read(ReportDocument.self, from: bytes).report()
    }
}
