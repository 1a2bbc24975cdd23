import Basics
import Location

/// The encoding of the parts of one device's track within an hour.
///
/// The format is in `docs/history-format.md`. Decoding yields equal parts if the points' values are those of a segment,
/// apart from the fields of a fix that no statistics need.
public enum TrackPartCoding {
    /// The version of the format and of the rules by which parts are built; parts of another version are not read.
    public static let version: UInt8 = 4

    /// Encodes parts in chronological order.
    public static func encode(_ parts: [TrackPart]) -> [UInt8] {
        var writer = PartWriter()
        writer.bytes.write(UInt64(parts.count))
        for part in parts { writer.write(part) }
        return writer.bytes.finish()
    }

    /// Decodes parts, and assigns them a device.
    ///
    /// - Throws: ``SegmentError`` if the bytes are no parts.
    public static func decode(_ bytes: [UInt8], device: String) throws(SegmentError) -> [TrackPart] {
        var reader = PartReader(bytes: try ByteReader(bytes, version: version), device: device)
        var parts: [TrackPart] = []
        for _ in 0..<(try reader.number()) { parts.append(try reader.part()) }
        return parts
    }
}

/// A time and a place in steps; each is written as the difference from the one before.
private struct PartCursor {
    var time: Int64 = 0
    var latitude: Int64 = 0
    var longitude: Int64 = 0
}

private struct PartWriter {
    var bytes = ByteWriter(version: TrackPartCoding.version)
    private var cursor = PartCursor()
    /// The half minute and the mean altitude of the last bin.
    private var slot: Int64 = 0
    private var altitude: Int64 = 0

    mutating func write(_ part: TrackPart) {
        bytes.write(part.usual.map { UInt64($0.milliseconds) + 1 } ?? 0)
        bytes.write(UInt64(part.legs.count))
        write(part.start)
        for leg in part.legs {
            write(leg.passage)
            write(leg.place)
        }
        bytes.write(part.altitudes == nil ? 0 : 1)
        guard let altitudes = part.altitudes else { return }
        bytes.write(UInt64((altitudes.first.time - part.first.timestamp).milliseconds))
        bytes.write(UInt64((part.last.timestamp - altitudes.last.time).milliseconds))
        for end in [altitudes.first, altitudes.last] {
            bytes.write(signed: end.centimetres &- altitude)
            bytes.write(end.isEllipsoidal ? 1 : 0)
            altitude = end.centimetres
        }
    }

    private mutating func write(_ place: StayCandidate) {
        write(place.anchor)
        write(place.approach)
        write(place.last)
        write(place.departure)
        write(place.figures)
        bytes.write(UInt64(place.averaged) &<< 1 | (place.centre == place.anchor ? 0 : 1))
        bytes.write(signed: place.north)
        bytes.write(signed: place.east)
        if place.centre != place.anchor { write(place.centre) }
    }

    private mutating func write(_ point: TrackPoint) {
        bytes.write(signed: point.timestamp.milliseconds &- cursor.time)
        cursor.time = point.timestamp.milliseconds
        write(point.coordinate)
        let radius = point.fix.horizontalAccuracy.map { Steps.whole($0.radius * 10) } ?? 0
        let motion = Motion.allCases.firstIndex(of: point.motion) ?? 0
        bytes.write(UInt64(radius * 3) + UInt64(motion))
    }

    private mutating func write(_ place: Coordinate) {
        let (latitude, longitude) = (Steps.degrees(place.latitude), Steps.degrees(place.longitude))
        bytes.write(signed: latitude - cursor.latitude)
        bytes.write(signed: longitude - cursor.longitude)
        (cursor.latitude, cursor.longitude) = (latitude, longitude)
    }

    private mutating func write(_ end: MovingEnd) {
        bytes.write(UInt64(end.time) &<< 1 | (end.isOpen ? 1 : 0))
        guard end.time > 0 else { return }
        bytes.write(UInt64(end.distance))
        write(end.place)
    }

    private mutating func write(_ figures: PathFigures) {
        bytes.write(UInt64(figures.points))
        for number in [figures.moving, figures.standing, figures.distance] { bytes.write(UInt64(number)) }
        guard figures.points > 0 else { return }
        let top = figures.top
        for speed in [top.value, top.first, top.last] { bytes.write(speed.map { UInt64($0) + 1 } ?? 0) }
        write(figures.climb)
    }

    private mutating func write(_ climb: AltitudeProfile) {
        let extremes = climb.extremes
        bytes.write(extremes.map { UInt64($0.upperBound &- $0.lowerBound) + 1 } ?? 0)
        guard let extremes else { return }
        bytes.write(signed: extremes.lowerBound &- altitude)
        bytes.write(UInt64(climb.bins.count))
        for bin in climb.bins {
            bytes.write(signed: bin.slot &- slot)
            bytes.write(UInt64(bin.count) &<< 2 | (bin.isEllipsoidal ? 2 : 0) | (bin.isStart ? 1 : 0))
            bytes.write(signed: bin.sum &- altitude &* bin.count)
            (slot, altitude) = (bin.slot, bin.mean)
        }
    }
}

private struct PartReader {
    /// Milliseconds; the last storable moment, in the year 9999.
    private static let latest: Int64 = 253_402_300_799_999

    var bytes: ByteReader
    let device: String
    private var cursor = PartCursor()
    private var slot: Int64 = 0
    private var altitude: Int64 = 0

    init(bytes: ByteReader, device: String) {
        self.bytes = bytes
        self.device = device
    }

    mutating func number() throws(SegmentError) -> Int64 { try bytes.number("part", in: 0...Steps.limit) }

    private mutating func signed() throws(SegmentError) -> Int64 {
        try bytes.signed("part", in: -Steps.limit...Steps.limit)
    }

    /// Reads a number that is one more than a value, or 0 for an unknown one.
    private mutating func optional() throws(SegmentError) -> Int64? {
        let number = try number()
        return number == 0 ? nil : number - 1
    }

    mutating func part() throws(SegmentError) -> TrackPart {
        let usual = try optional().map { Duration.milliseconds($0) }
        let count = try number()
        let start = try place()
        var legs: [TrackPart.Leg] = []
        for _ in 0..<count { legs.append(TrackPart.Leg(passage: try figures(), place: try place())) }
        let end = legs.last?.place.last ?? start.last
        let altitudes = try altitudes(from: start.anchor.timestamp, to: end.timestamp)
        return TrackPart(start: start, legs: legs, usual: usual, altitudes: altitudes)
    }

    private mutating func altitudes(
        from first: Timestamp, to last: Timestamp
    ) throws(SegmentError) -> TrackPart.Altitudes? {
        guard try number() > 0 else { return nil }
        let (before, after) = (try number(), try number())
        let start = try altitude(at: first + .milliseconds(before))
        return TrackPart.Altitudes(first: start, last: try altitude(at: last + .milliseconds(-after)))
    }

    private mutating func altitude(at time: Timestamp) throws(SegmentError) -> Altitude {
        altitude &+= try signed()
        guard altitude.magnitude <= 2 * Steps.limit.magnitude else { throw .malformed("altitudes") }
        return Altitude(time: time, centimetres: altitude, isEllipsoidal: try number() > 0)
    }

    private mutating func place() throws(SegmentError) -> StayCandidate {
        var place = StayCandidate(anchor: try point())
        place.approach = try end(at: place.anchor.coordinate)
        place.last = try point()
        place.departure = try end(at: place.last.coordinate)
        place.figures = try figures()
        let averaged = try number()
        place.averaged = averaged &>> 1
        place.north = try signed()
        place.east = try signed()
        if averaged & 1 == 1 { place.centre = try point() }
        return place
    }

    private mutating func point() throws(SegmentError) -> TrackPoint {
        cursor.time &+= try signed()
        guard (0...Self.latest).contains(cursor.time) else { throw .malformed("time") }
        let coordinate = try coordinate()
        let (radius, motion) = try number().quotientAndRemainder(dividingBy: 3)
        var fix = Fix(device: device, mode: .twoDimensional)
        fix.timestamp = Timestamp(milliseconds: cursor.time)
        fix.coordinate = coordinate
        fix.horizontalAccuracy = HorizontalAccuracy(radius: Double(radius) / 10, origin: .receiver)
        guard let point = TrackPoint(fix, motion: Motion.allCases[Int(motion)]) else { throw .malformed("point") }
        return point
    }

    private mutating func coordinate() throws(SegmentError) -> Coordinate {
        cursor.latitude &+= try signed()
        cursor.longitude &+= try signed()
        let place = Coordinate(
            latitude: Double(cursor.latitude) / Steps.perDegree, longitude: Double(cursor.longitude) / Steps.perDegree)
        guard let place else { throw .malformed("place") }
        return place
    }

    private mutating func end(at place: Coordinate) throws(SegmentError) -> MovingEnd {
        let number = try number()
        var end = MovingEnd(place: place)
        end.isOpen = number & 1 == 1
        end.time = number &>> 1
        guard end.time > 0 else { return end }
        end.distance = try self.number()
        end.place = try coordinate()
        return end
    }

    private mutating func figures() throws(SegmentError) -> PathFigures {
        var figures = PathFigures()
        figures.points = Int(clamping: try number())
        figures.moving = try number()
        figures.standing = try number()
        figures.distance = try number()
        guard figures.points > 0 else { return figures }
        figures.top.value = try optional()
        figures.top.first = try optional()
        figures.top.last = try optional()
        figures.top.isEmpty = false
        figures.climb = try climb()
        return figures
    }

    private mutating func climb() throws(SegmentError) -> AltitudeProfile {
        var climb = AltitudeProfile()
        guard let height = try optional() else { return climb }
        let low = altitude &+ (try signed())
        guard low.magnitude <= 2 * Steps.limit.magnitude else { throw .malformed("altitudes") }
        climb.include(low...(low &+ height))
        for _ in 0..<(try number()) {
            slot &+= try signed()
            let (count, flags) = try number().quotientAndRemainder(dividingBy: 4)
            guard count > 0 else { throw .malformed("altitudes") }
            let sum = try bytes.signed("part") &+ altitude &* count
            climb.add(
                AltitudeProfile.Bin(
                    slot: slot, isEllipsoidal: flags & 2 != 0, isStart: flags & 1 != 0, count: count, sum: sum))
            altitude = sum / count
        }
        return climb
    }
}
