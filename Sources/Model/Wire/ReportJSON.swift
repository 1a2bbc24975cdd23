import Basics
public import JSON
public import Location

/// The report as JSON: `fix.json`, `whereismy --format json` and everywhere else that programs read it.
///
/// The schema is stable; unknown values are absent, never null and never 0.
public enum ReportJSON {
    /// Encodes a report on one line without a line end.
    ///
    /// Numbers are rounded to their precision: metres and metres per second to three decimals, coordinates to nine,
    /// courses to four, ages to the millisecond. Numbers that are not finite are omitted.
    ///
    /// - Parameters:
    ///   - report: the report.
    ///   - zone: the privacy zone that hides the report's coordinates; nil if none does.
    ///   - isPublic: true to leave out the judgement of the positions and the claim, which only the owner sees.
    /// - Returns: the line.
    public static func encode(_ report: Report, zone: String? = nil, isPublic: Bool = false) -> [UInt8] {
        JSONWriter.object { json in
            json.members(of: report, isPublic: isPublic)
            json.string("zone", zone)
        }
    }

    /// Decodes a report; unknown keys are ignored.
    ///
    /// - Throws: ``ReportJSONError`` with the key and the cause.
    public static func decode(_ bytes: [UInt8]) throws(ReportJSONError) -> Report {
        try ReportJSONError.decode(ReportDocument.self, from: bytes).report()
    }
}

extension JSONWriter {
    mutating func members(of report: Report, isPublic: Bool = false) {
        word("state", report.state.rawValue)
        time("since", report.since)
        integer("sequence", report.sequence)
        string("detail", report.detail)
        number("age", report.age.map { max(0, $0.inSeconds) }, decimals: 3)
        if let fix = report.fix {
            object("fix") {
                $0.members(of: fix)
                $0.number("bound", fix.horizontalAccuracy?.bound, decimals: 3)
            }
        }
        time("received", report.received)
        if let now = report.now { object("now") { $0.members(of: now) } }
        word("motion", report.motion?.rawValue)
        number("odometer", report.odometer, decimals: 1)
        if let satellites = report.satellites { object("satellites") { $0.members(of: satellites) } }
        if let rejections = report.rejections { object("rejections") { $0.members(of: rejections) } }
        if let fault = report.receiverFault { object("receiverFault") { $0.members(of: fault) } }
        if !isPublic {
            object("integrity") { $0.members(of: report.integrity) }
            if let claim = report.claim { object("claim") { $0.members(of: claim) } }
        }
        if let place = report.place { object("place") { $0.members(of: place) } }
        if let near = report.near { object("near") { $0.members(of: near) } }
        if !report.inside.isEmpty { strings("inside", report.inside) }
        if let anchor = report.anchor { object("anchor") { $0.members(of: anchor) } }
    }

    mutating func members(of place: NearbyPlace) {
        string("name", place.name)
        string("region", place.region)
        string("country", place.country)
        number("distance", place.distance, decimals: 1)
        // A bearing is below 360, so 360 after rounding becomes 0.
        number("bearing", place.bearing.map { $0 >= 359.95 && $0 < 360 ? 0 : $0 }, decimals: 1)
    }

    mutating func members(of fix: Fix) {
        time("timestamp", fix.timestamp)
        word("mode", fix.mode.rawValue)
        number("latitude", fix.coordinate?.latitude, decimals: 9)
        number("longitude", fix.coordinate?.longitude, decimals: 9)
        number("altitude", fix.altitude, decimals: 3)
        number("ellipsoidalAltitude", fix.ellipsoidalAltitude, decimals: 3)
        number("horizontalAccuracy", fix.horizontalAccuracy?.wireRadius, decimals: 3)
        word("horizontalAccuracyOrigin", fix.horizontalAccuracy?.origin.rawValue)
        if let ellipse = fix.accuracyEllipse {
            object("accuracyEllipse") { json in
                json.number("north", max(ellipse.north, 0.001), decimals: 3)
                json.number("east", max(ellipse.east, 0.001), decimals: 3)
                json.number("covariance", ellipse.covariance, decimals: 6)
            }
        }
        number("verticalAccuracy", fix.verticalAccuracy, decimals: 3)
        number("speed", fix.speed, decimals: 3)
        number("speedAccuracy", fix.speedAccuracy, decimals: 3)
        number("course", fix.wireCourse, decimals: 4)
        number("courseAccuracy", fix.courseAccuracy, decimals: 4)
        number("climb", fix.climb, decimals: 3)
        number("differentialAge", fix.differentialAge, decimals: 1)
        closingMembers(of: fix)
    }

    private mutating func members(of now: CurrentPosition) {
        time("time", now.time)
        number("latitude", now.coordinate.latitude, decimals: 9)
        number("longitude", now.coordinate.longitude, decimals: 9)
        number("horizontalAccuracy", max(now.horizontalAccuracy, 0.001), decimals: 3)
        number("bridged", now.bridged.inSeconds, decimals: 3)
    }

    /// Writes the members of a fix behind its numbers.
    private mutating func closingMembers(of fix: Fix) {
        // gpsd's recordings omit the device.
        string("device", fix.device.isEmpty ? nil : fix.device)
        word("differential", fix.differential.rawValue)
        word("source", fix.source.rawValue)
        word("timeSource", fix.timeSource == .receiver ? nil : fix.timeSource.rawValue)
    }

    private mutating func members(of rejections: RejectionSummary) {
        integer("count", rejections.count)
        integer("epochs", rejections.epochs)
        number("window", rejections.window.inSeconds, decimals: 3)
        string("reason", rejections.reason)
        string("explanation", rejections.explanation)
    }

    private mutating func members(of fault: ReceiverFault) {
        string("fault", fault.name)
        string("device", fault.device)
        if case .disagreement(let metres) = fault.kind { number("metres", metres, decimals: 3) }
        string("explanation", fault.explanation)
        string("cure", fault.remedy)
    }

    mutating func members(of satellites: Satellites) {
        integer("used", satellites.used)
        integer("visible", satellites.visible)
        number("hdop", satellites.hdop, decimals: 3)
    }
}

extension JSONWriter {
    /// Writes the members of a report, as in ``ReportJSON``, into an object with other members.
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

    /// Writes a track point as in ``TrackPointJSON``; nothing for nil.
    public mutating func point(_ name: String, _ point: TrackPoint?) {
        guard let point else { return }
        object(name) { $0.members(of: point) }
    }
}

/// A track point as JSON: the `fix` of the report, with the additional members `motion`, `integrity`
/// unless it is nominal, and `satellites`.
public enum TrackPointJSON {
    /// Appends a point as an object without a line end; unknown values are absent.
    public static func append(_ point: TrackPoint, to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { writer in
            writer.object { $0.members(of: point) }
        }
    }

    /// Decodes an object as ``append(_:to:)`` writes it; unknown keys are ignored.
    ///
    /// - Throws: ``ReportJSONError`` with the key and the cause.
    public static func decode(_ bytes: [UInt8]) throws(ReportJSONError) -> TrackPoint {
        try TrackPointParser.parse(bytes)
    }
}

extension JSONWriter {
    mutating func members(of point: TrackPoint) {
        members(of: point.fix)
        motion(of: point)
    }

    /// Writes the members of a point behind its numbers.
    mutating func closingMembers(of point: TrackPoint) {
        closingMembers(of: point.fix)
        motion(of: point)
    }

    private mutating func motion(of point: TrackPoint) {
        word("motion", point.motion == .unknown ? nil : point.motion.rawValue)
        word("integrity", point.integrity == .nominal ? nil : point.integrity.rawValue)
        guard let used = point.satellitesUsed else { return }
        object("satellites") { $0.members(of: Satellites(used: used)) }
    }
}

extension HorizontalAccuracy {
    /// The radius as a number to round: an accuracy is above 0 by definition, so rounding must not yield 0.
    var wireRadius: Double { max(radius, 0.001) }

    /// The ratio of the radius that holds in 99.9 % of cases to that of 95 %: 1.52 for a circular normal distribution, 3.717
    /// deviations over 2.448 (Rayleigh), times the 2.5 by which the worst receivers misstate their error (docs/truth.md).
    private static let boundRatio = 2.5 * 3.717 / 2.448

    /// The radius in metres that holds the true position in 99.9 % of cases, for machines; nil without an estimate.
    var bound: Double? { origin == .estimate ? Self.boundRatio * wireRadius : nil }
}

extension Fix {
    /// The course as a number to round: it is below 360, so 360 after rounding becomes 0.
    var wireCourse: Double? { course.map { $0 >= 359.999_95 && $0 < 360 ? 0 : $0 } }
}
