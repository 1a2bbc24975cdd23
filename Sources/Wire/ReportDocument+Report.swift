import Location

extension ReportDocument {
    /// The report, once every value has been found to make sense.
    func report() throws(ReportJSONError) -> Report {
        var report = Report(
            state: try choice("state", state),
            since: try moment("since", since),
            sequence: sequence)
        report.detail = detail
        report.age = try optional(age) { value throws(ReportJSONError) in try duration("age", value) }
        report.fix = try optional(fix) { members throws(ReportJSONError) in try members.fix() }
        report.received = try optional(received) { text throws(ReportJSONError) in try moment("received", text) }
        report.motion = try optional(motion) { name throws(ReportJSONError) in try choice("motion", name) }
        report.odometer = try zeroOrMore("odometer", odometer)
        report.satellites = try optional(satellites) { members throws(ReportJSONError) in try members.satellites() }
        return report
    }
}

extension ReportDocument.FixMembers {
    fileprivate func fix() throws(ReportJSONError) -> Fix {
        var fix = Fix(device: device ?? "", mode: try choice("fix.mode", mode))
        fix.timestamp = try optional(timestamp) { text throws(ReportJSONError) in try moment("fix.timestamp", text) }
        fix.coordinate = try coordinate()
        fix.altitude = altitude
        fix.ellipsoidalAltitude = ellipsoidalAltitude
        fix.horizontalAccuracy = try accuracy()
        fix.verticalAccuracy = try zeroOrMore("fix.verticalAccuracy", verticalAccuracy)
        fix.speed = try zeroOrMore("fix.speed", speed)
        fix.speedAccuracy = try zeroOrMore("fix.speedAccuracy", speedAccuracy)
        fix.course = try direction("fix.course", course)
        fix.courseAccuracy = try zeroOrMore("fix.courseAccuracy", courseAccuracy)
        fix.climb = climb
        fix.differential = try choice("fix.differential", differential ?? Differential.none.rawValue)
        fix.source = try choice("fix.source", source ?? PositionSource.receiver.rawValue)
        fix.timeSource = try choice("fix.timeSource", timeSource ?? TimeSource.receiver.rawValue)
        return fix
    }

    private func coordinate() throws(ReportJSONError) -> Coordinate? {
        switch (latitude, longitude) {
        case (nil, nil): return nil
        case (nil, _): throw ReportJSONError(key: "fix.latitude", reason: .missing)
        case (_, nil): throw ReportJSONError(key: "fix.longitude", reason: .missing)
        case (let latitude?, let longitude?):
            if let coordinate = Coordinate(latitude: latitude, longitude: longitude) { return coordinate }
            guard (-90...90).contains(latitude) else {
                throw ReportJSONError(key: "fix.latitude", reason: .outOfRange(latitude, allowed: "from -90 to 90"))
            }
            throw ReportJSONError(key: "fix.longitude", reason: .outOfRange(longitude, allowed: "from -180 to 180"))
        }
    }

    private func accuracy() throws(ReportJSONError) -> HorizontalAccuracy? {
        guard let horizontalAccuracy else { return nil }
        let origin: HorizontalAccuracy.Origin = try choice(
            "fix.horizontalAccuracyOrigin",
            horizontalAccuracyOrigin ?? HorizontalAccuracy.Origin.receiver.rawValue)
        guard let accuracy = HorizontalAccuracy(radius: horizontalAccuracy, origin: origin) else {
            throw ReportJSONError(
                key: "fix.horizontalAccuracy", reason: .outOfRange(horizontalAccuracy, allowed: "above 0"))
        }
        return accuracy
    }
}

extension ReportDocument.SatelliteMembers {
    fileprivate func satellites() throws(ReportJSONError) -> Satellites {
        Satellites(
            used: try count("satellites.used", used),
            visible: try count("satellites.visible", visible),
            hdop: try zeroOrMore("satellites.hdop", hdop))
    }
}
