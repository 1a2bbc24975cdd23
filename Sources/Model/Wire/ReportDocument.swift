import Location

/// The keys of the schema and their types, before validation.
struct ReportDocument: Decodable {
    struct EllipseMembers: Decodable {
        var north: Double
        var east: Double
        var covariance: Double?
    }

    struct FixMembers: Decodable {
        var timestamp: String?
        var mode: String
        var latitude: Double?
        var longitude: Double?
        var altitude: Double?
        var ellipsoidalAltitude: Double?
        var horizontalAccuracy: Double?
        var horizontalAccuracyOrigin: String?
        var accuracyEllipse: EllipseMembers?
        var verticalAccuracy: Double?
        var speed: Double?
        var speedAccuracy: Double?
        var course: Double?
        var courseAccuracy: Double?
        var climb: Double?
        var device: String?
        var differential: String?
        var differentialAge: Double?
        var source: String?
        var timeSource: String?
    }

    struct NowMembers: Decodable {
        var time: String
        var latitude: Double
        var longitude: Double
        var horizontalAccuracy: Double
        var bridged: Double
    }

    struct SatelliteMembers: Decodable {
        var used: Int?
        var visible: Int?
        var hdop: Double?
    }

    struct RejectionMembers: Decodable {
        var count: Int
        var epochs: Int
        var window: Double
        var reason: String
        var explanation: String
    }

    struct FaultMembers: Decodable {
        var fault: String
        var device: String
        var metres: Double?
    }

    struct PlaceMembers: Decodable {
        var name: String
        var region: String?
        var country: String?
        var distance: Double
        var bearing: Double?
    }

    var state: String
    var since: String
    var sequence: UInt64
    var detail: String?
    var age: Double?
    var fix: FixMembers?
    var received: String?
    var now: NowMembers?
    var motion: String?
    var odometer: Double?
    var satellites: SatelliteMembers?
    var rejections: RejectionMembers?
    var receiverFault: FaultMembers?
    var integrity: IntegrityMembers?
    var claim: FixMembers?
    var place: PlaceMembers?
    var near: PlaceMembers?
    var inside: [String]?
    var anchor: AnchorMembers?
}

extension ReportDocument {
    /// Returns the report after validation of every value.
    func report() throws(ReportJSONError) -> Report {
        var report = Report(
            state: try choice("state", state),
            since: try moment("since", since),
            sequence: sequence)
        report.detail = detail.map(DevicePath.redacted)
        report.age = try optional(age) { value throws(ReportJSONError) in try duration("age", value) }
        report.fix = try optional(fix) { members throws(ReportJSONError) in try members.fix("fix.") }
        report.received = try optional(received) { text throws(ReportJSONError) in try moment("received", text) }
        report.now = try optional(now) { members throws(ReportJSONError) in try members.position() }
        report.motion = try optional(motion) { name throws(ReportJSONError) in try choice("motion", name) }
        report.odometer = try zeroOrMore("odometer", odometer)
        report.satellites = try optional(satellites) { members throws(ReportJSONError) in try members.satellites() }
        report.rejections = try optional(rejections) { members throws(ReportJSONError) in try members.summary() }
        report.receiverFault = try optional(receiverFault) { members throws(ReportJSONError) in
            try members.receiverFault()
        }
        if let integrity { report.integrity = try integrity.integrity() }
        report.claim = try optional(claim) { members throws(ReportJSONError) in try members.fix("claim.") }
        report.place = try optional(place) { members throws(ReportJSONError) in try members.place("place") }
        report.near = try optional(near) { members throws(ReportJSONError) in try members.place("near") }
        report.inside = inside ?? []
        report.anchor = try optional(anchor) { members throws(ReportJSONError) in try members.anchor("anchor") }
        return report
    }
}

extension ReportDocument.FixMembers {
    /// Returns the fix; `prefix` stands before its keys.
    func fix(_ prefix: String) throws(ReportJSONError) -> Fix {
        var fix = Fix(
            device: DevicePath.withoutCredentials(device ?? ""), mode: try choice("\(prefix)mode", mode))
        fix.timestamp = try optional(timestamp) { text throws(ReportJSONError) in
            try moment("\(prefix)timestamp", text)
        }
        fix.coordinate = try coordinate(prefix)
        fix.altitude = altitude
        fix.ellipsoidalAltitude = ellipsoidalAltitude
        fix.horizontalAccuracy = try accuracy(prefix)
        fix.accuracyEllipse = try optional(accuracyEllipse) { members throws(ReportJSONError) in
            try members.ellipse("\(prefix)accuracyEllipse.")
        }
        fix.verticalAccuracy = try zeroOrMore("\(prefix)verticalAccuracy", verticalAccuracy)
        fix.speed = try zeroOrMore("\(prefix)speed", speed)
        fix.speedAccuracy = try zeroOrMore("\(prefix)speedAccuracy", speedAccuracy)
        fix.course = try direction("\(prefix)course", course)
        fix.courseAccuracy = try zeroOrMore("\(prefix)courseAccuracy", courseAccuracy)
        fix.climb = climb
        fix.differential = try choice("\(prefix)differential", differential ?? Differential.none.rawValue)
        fix.differentialAge = try zeroOrMore("\(prefix)differentialAge", differentialAge)
        fix.source = try choice("\(prefix)source", source ?? PositionSource.receiver.rawValue)
        fix.timeSource = try choice("\(prefix)timeSource", timeSource ?? TimeSource.receiver.rawValue)
        return fix
    }

    private func coordinate(_ prefix: String) throws(ReportJSONError) -> Coordinate? {
        switch (latitude, longitude) {
        case (nil, nil): return nil
        case (nil, _): throw ReportJSONError(key: "\(prefix)latitude", reason: .missing)
        case (_, nil): throw ReportJSONError(key: "\(prefix)longitude", reason: .missing)
        case (let latitude?, let longitude?):
            if let coordinate = Coordinate(latitude: latitude, longitude: longitude) { return coordinate }
            guard (-90...90).contains(latitude) else {
                throw ReportJSONError(
                    key: "\(prefix)latitude", reason: .outOfRange(latitude, allowed: "from -90 to 90"))
            }
            throw ReportJSONError(
                key: "\(prefix)longitude", reason: .outOfRange(longitude, allowed: "from -180 to 180"))
        }
    }

    private func accuracy(_ prefix: String) throws(ReportJSONError) -> HorizontalAccuracy? {
        guard let horizontalAccuracy else { return nil }
        let origin: HorizontalAccuracy.Origin = try choice(
            "\(prefix)horizontalAccuracyOrigin",
            horizontalAccuracyOrigin ?? HorizontalAccuracy.Origin.receiver.rawValue)
        guard let accuracy = HorizontalAccuracy(radius: horizontalAccuracy, origin: origin) else {
            throw ReportJSONError(
                key: "\(prefix)horizontalAccuracy", reason: .outOfRange(horizontalAccuracy, allowed: "above 0"))
        }
        return accuracy
    }
}

extension ReportDocument.EllipseMembers {
    fileprivate func ellipse(_ prefix: String) throws(ReportJSONError) -> AccuracyEllipse {
        // Rounded members may give a little more than 1.
        let correlation = covariance.map { max(-1, min(1, $0 / (north * east))) }
        if let ellipse = AccuracyEllipse(north: north, east: east, correlation: correlation) { return ellipse }
        let (name, value) = north > 0 ? ("east", east) : ("north", north)
        throw ReportJSONError(key: prefix + name, reason: .outOfRange(value, allowed: "above 0"))
    }
}

extension ReportDocument.NowMembers {
    fileprivate func position() throws(ReportJSONError) -> CurrentPosition {
        // Checked like a fix, with the same keys.
        var members = ReportDocument.FixMembers(mode: FixMode.twoDimensional.rawValue)
        (members.latitude, members.longitude) = (latitude, longitude)
        members.horizontalAccuracy = horizontalAccuracy
        guard let place = try members.fix("now.").coordinate else {
            throw ReportJSONError(key: "now.latitude", reason: .missing)
        }
        return CurrentPosition(
            time: try moment("now.time", time), coordinate: place, horizontalAccuracy: horizontalAccuracy,
            bridged: try duration("now.bridged", bridged))
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

extension ReportDocument.PlaceMembers {
    fileprivate func place(_ key: String) throws(ReportJSONError) -> NearbyPlace {
        guard !name.isEmpty else { throw ReportJSONError(key: "\(key).name", reason: .missing) }
        return NearbyPlace(
            name: name, region: region, country: country,
            distance: try zeroOrMore("\(key).distance", distance) ?? 0,
            bearing: try direction("\(key).bearing", bearing))
    }
}

extension ReportDocument.RejectionMembers {
    fileprivate func summary() throws(ReportJSONError) -> RejectionSummary {
        RejectionSummary(
            count: try Wire.count("rejections.count", count) ?? 0,
            epochs: try Wire.count("rejections.epochs", epochs) ?? 0,
            window: try duration("rejections.window", window), reason: reason,
            explanation: DevicePath.redacted(explanation))
    }
}

extension ReportDocument.FaultMembers {
    /// Returns the fault; its texts are not decoded, because they follow from it.
    fileprivate func receiverFault() throws(ReportJSONError) -> ReceiverFault {
        let kinds: [ReceiverFault.Kind] = [
            .frozen, .disagreement(metres: try zeroOrMore("receiverFault.metres", metres) ?? 0),
        ]
        let faults = kinds.map { ReceiverFault(device: DevicePath.withoutCredentials(device), kind: $0) }
        if let fault = faults.first(where: { $0.name == fault }) { return fault }
        throw ReportJSONError(key: "receiverFault.fault", reason: .unknownValue(fault, known: faults.map(\.name)))
    }
}
