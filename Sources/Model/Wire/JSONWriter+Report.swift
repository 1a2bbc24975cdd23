import Basics
import JSON
import Location

extension JSONWriter {
    mutating func members(of report: Report) {
        word("state", report.state.rawValue)
        time("since", report.since)
        integer("sequence", report.sequence)
        string("detail", report.detail)
        number("age", report.age.map { max(0, $0.inSeconds) }, decimals: 3)
        if let fix = report.fix { object("fix") { $0.members(of: fix) } }
        time("received", report.received)
        word("motion", report.motion?.rawValue)
        number("odometer", report.odometer, decimals: 1)
        if let satellites = report.satellites { object("satellites") { $0.members(of: satellites) } }
        if let rejections = report.rejections { object("rejections") { $0.members(of: rejections) } }
        if let fault = report.receiverFault { object("receiverFault") { $0.members(of: fault) } }
        if let place = report.place { object("place") { $0.members(of: place) } }
        if let near = report.near { object("near") { $0.members(of: near) } }
        if !report.inside.isEmpty { strings("inside", report.inside) }
    }

    mutating func members(of place: NearbyPlace) {
        string("name", place.name)
        string("region", place.region)
        string("country", place.country)
        number("distance", place.distance, decimals: 1)
        // A bearing is below 360, so what rounds to it is north again.
        number("bearing", place.bearing.map { $0 >= 359.95 && $0 < 360 ? 0 : $0 }, decimals: 1)
    }

    mutating func members(of fix: Fix) {
        time("timestamp", fix.timestamp)
        word("mode", fix.mode.rawValue)
        number("latitude", fix.coordinate?.latitude, decimals: 9)
        number("longitude", fix.coordinate?.longitude, decimals: 9)
        number("altitude", fix.altitude, decimals: 3)
        number("ellipsoidalAltitude", fix.ellipsoidalAltitude, decimals: 3)
        // An accuracy is above 0 by definition, so rounding never makes it 0.
        number("horizontalAccuracy", fix.horizontalAccuracy.map { max($0.radius, 0.001) }, decimals: 3)
        word("horizontalAccuracyOrigin", fix.horizontalAccuracy?.origin.rawValue)
        number("verticalAccuracy", fix.verticalAccuracy, decimals: 3)
        number("speed", fix.speed, decimals: 3)
        number("speedAccuracy", fix.speedAccuracy, decimals: 3)
        // A course is below 360, so what rounds to it is north again.
        number("course", fix.course.map { $0 >= 359.999_95 && $0 < 360 ? 0 : $0 }, decimals: 4)
        number("courseAccuracy", fix.courseAccuracy, decimals: 4)
        number("climb", fix.climb, decimals: 3)
        // Recordings of gpsd leave the device out.
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
