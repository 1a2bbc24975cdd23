import Basics
import Location

/// The meaning of a member of a point in JSON, under the names that programs give it.
struct PointMember: Sendable {
    enum Kind: Sendable, Equatable {
        /// A moment; one in ``weakTime`` counts only without another.
        case time, weakTime
        /// The time of Traccar, whose speeds are in knots.
        case timeOfTraccar
        /// OwnTracks' kind of message.
        case type
        /// True for the position of a receiver with a fix.
        case validity
        /// A longitude and a latitude, see ``PointText``.
        case place
        /// An object whose members are those of the point, a list of points, one of an item that is no point, and a part or a list.
        case part, list, samples, partOrList
        /// The receiver's identifier.
        case identifier
        /// A value of ours.
        case column(CSVColumn)
    }

    let kind: Kind
    /// The factor that turns a number into our unit.
    let scale: Double

    /// The names: ours, and those of OwnTracks (booklet, `tech/json.md`), Dawarich (`/api/v1/points` and its exports),
    /// Overland, Traccar, Home Assistant, Arc and the Geolocation API of browsers.
    static let table: JSONKeyTable<PointMember> = {
        let ours = CSVColumn.allCases.filter { $0 != .timestamp }.map { column in
            (name: column.rawValue, meaning: PointMember(kind: .column(column), scale: 1))
        }
        return JSONKeyTable(ours + times + numbers)
    }()

    private static let times: [(name: String, meaning: PointMember)] = {
        var names = list(.time, "timestamp time tst recorded_at recordedAt datetime dateTime timestampMs timestamp_ms")
        names += list(.weakTime, "isotst last_updated date")
        names += list(.timeOfTraccar, "fixTime")
        names += list(.type, "_type")
        names += list(.validity, "valid")
        // Dawarich's exports of all a user has, whose points have no other position.
        names += list(.place, "lonlat")
        names += list(.part, "coords position attributes fix gps")
        names += list(.list, "data points locations positions track history")
        names += list(.samples, "samples")
        names += list(.partOrList, "location")
        names += list(.identifier, "deviceId device_id tracker_id entity_id tid imei uniqueId")
        return names
    }()

    private static let numbers: [(name: String, meaning: PointMember)] = {
        var names = list(.column(.latitude), "lat")
        names += list(.column(.longitude), "lon lng long")
        names += list(.column(.altitude), "alt ele elevation")
        names += list(.column(.ellipsoidalAltitude), "altHAE")
        names += list(.column(.horizontalAccuracy), "acc accuracy horizontal_accuracy hAcc hacc gps_accuracy")
        names += list(.column(.verticalAccuracy), "vac vertical_accuracy vAcc altitudeAccuracy altitude_accuracy")
        names += list(.column(.speedAccuracy), "speed_accuracy")
        names += list(.column(.courseAccuracy), "course_accuracy heading_accuracy")
        names += list(.column(.speed), "velocity")
        names += list(.column(.speed), scale: CSVUnit.kilometrePerHour, "vel")
        names += list(.column(.course), "cog heading bearing")
        names += list(.column(.satellitesUsed), "satellites sats sat used")
        return names
    }()

    private static func list(
        _ kind: Kind, scale: Double = 1, _ names: String
    ) -> [(name: String, meaning: PointMember)] {
        names.split(separator: " ").map { (String($0), PointMember(kind: kind, scale: scale)) }
    }
}

/// The values of a point in JSON, as its members arrive.
struct PointMembers {
    private(set) var point: PointDraft
    private var hasBadTime = false
    private var hasWeakTime = false
    private var lacksZone = false
    private var isOtherMessage = false
    private var isValid = true
    private var isOfTraccar = false
    private let isFixed: Bool

    /// - Parameters:
    ///   - device: the receiver, unless a member names one.
    ///   - isFixed: true if it is the receiver whatever a member names.
    init(device: String, isFixed: Bool = false) {
        point = PointDraft(device: device)
        self.isFixed = isFixed
    }

    /// True if a position has been read, or could not be.
    var hasPosition: Bool { point.latitude != nil || point.longitude != nil }
    /// True if a time has been read, or could not be.
    var hasTime: Bool { point.fix.timestamp != nil || hasBadTime }
    /// True for a message on another subject.
    var isOther: Bool { isOtherMessage }

    /// Sets a member from a string or a number, which may be in a string.
    mutating func set(_ member: PointMember, to text: Span<UInt8>) {
        switch member.kind {
        case .type: isOtherMessage = !text.equals("location")
        case .time: setTime(text)
        case .weakTime: setWeakTime(text)
        case .timeOfTraccar:
            setTime(text)
            isOfTraccar = true
        case .validity: isValid = !text.equals("false")
        case .place: setPlace(text)
        case .part, .list, .samples, .partOrList: break
        case .identifier: if !isFixed { point.identifier = text.string }
        case .column(.device): if !isFixed { _ = point.set(.device, word: text.string) }
        case .column(let column):
            if column.hasWords {
                _ = point.set(column, word: text.string)
            } else if let number = Double(decimal: text) {
                _ = point.set(column, number: member.scale == 1 ? number : number * member.scale)
            }
        }
    }

    mutating func setTime(_ time: Timestamp, lacksZone: Bool) {
        (point.fix.timestamp, hasBadTime, self.lacksZone) = (time, false, lacksZone)
    }

    /// Takes what a line has for all its positions.
    mutating func inherit(_ line: PointMembers) {
        (point.integrity, point.identifier) = (line.point.integrity, line.point.identifier)
    }

    /// Sets metres above the ellipsoid.
    mutating func setEllipsoidalAltitude(_ altitude: Double) {
        point.fix.ellipsoidalAltitude = altitude
    }

    mutating func set(_ member: PointMember, to truth: Bool) {
        if member.kind == .validity { isValid = truth }
        if member.kind == .time { hasBadTime = point.fix.timestamp == nil }
    }

    /// A latitude and a longitude of their own count more.
    private mutating func setPlace(_ text: Span<UInt8>) {
        let place = PointText(text)
        point.longitude = point.longitude ?? place?.longitude ?? .nan
        point.latitude = point.latitude ?? place?.latitude ?? .nan
    }

    /// The first time counts.
    private mutating func setTime(_ text: Span<UInt8>) {
        guard point.fix.timestamp == nil || hasWeakTime else { return }
        hasWeakTime = false
        point.fix.timestamp = Timestamp(json: text)
        hasBadTime = point.fix.timestamp == nil
        lacksZone = Timestamp.lacksZone(json: text)
    }

    private mutating func setWeakTime(_ text: Span<UInt8>) {
        guard !hasTime, let time = Timestamp(json: text) else { return }
        (point.fix.timestamp, hasWeakTime, lacksZone) = (time, true, Timestamp.lacksZone(json: text))
    }

    /// Adds the finished point to a track, or the reason for skipping it.
    func finish(line: Int, into track: inout ParsedTrack) { finish(at: point.coordinate, line: line, into: &track) }

    /// Adds the finished point at a position that may not be among its members; nil if it is unknown or not valid.
    func finish(at coordinate: Coordinate?, line: Int, into track: inout ParsedTrack) {
        guard !isOtherMessage else { return track.skip(.notTrack, line: line) }
        guard isValid else { return track.skip(.noFix, line: line) }
        guard !hasBadTime else { return track.skip(.badTime, line: line) }
        guard let coordinate else {
            return track.skip(point.latitude == nil || point.longitude == nil ? .noPosition : .badPosition, line: line)
        }
        var fix = point.fix
        fix.coordinate = coordinate
        fix.horizontalAccuracy = point.horizontalAccuracy
        fix.device = track.device(of: point.identifier, else: fix.device)
        let isAssumed = isOfTraccar && fix.speed != nil
        if isAssumed { fix.speed = fix.speed.map { $0 * CSVUnit.knot } }
        if !point.hasMode { fix.inferMode() }
        let isAdded = track.add(
            fix, motion: point.motion, satellitesUsed: point.satellites, integrity: point.integrity,
            assuming: isAssumed ? .speedOfTraccar : nil, line: line)
        if lacksZone, isAdded { track.noteMissingZone() }
    }
}
