import Basics
import JSON
import Location

/// Reads the members of a track point token by token.
///
/// It is many times as fast as a decoder: a collector of a fleet reads thousands of points in a second.
struct TrackPointParser {
    private enum Member: Int, CaseIterable {
        case timestamp, mode, horizontalAccuracyOrigin, device, differential, source, timeSource, integrity
        case motion
        case latitude, longitude, altitude, ellipsoidalAltitude, horizontalAccuracy, verticalAccuracy, speed
        case speedAccuracy, course, courseAccuracy, climb, satellites, used

        var isText: Bool { rawValue <= Member.motion.rawValue }
    }

    private static let names = Member.allCases.map { (name: "\($0)", member: $0) }

    private var numbers = [Double?](repeating: nil, count: Member.allCases.count)
    private var texts = [String?](repeating: nil, count: Member.allCases.count)
    /// The number of open objects and arrays.
    private var depth = 0
    private var isInSatellites = false
    /// The member of the next value; nil for one that is not read.
    private var member: Member?
    private var hasEnded = false

    static func parse(_ bytes: [UInt8]) throws(ReportJSONError) -> TrackPoint {
        var parser = TrackPointParser()
        var scanner = JSONScanner()
        var index = 0
        while let token = try parser.token({ () throws(JSONSyntaxError) in try scanner.next(in: bytes.span, at: &index)
        }) {
            try parser.handle(token, scanner.text.span)
        }
        while let token = try parser.token({ () throws(JSONSyntaxError) in try scanner.finish() }) {
            try parser.handle(token, scanner.text.span)
        }
        return try parser.point()
    }

    private func token(_ next: () throws(JSONSyntaxError) -> JSONToken?) throws(ReportJSONError) -> JSONToken? {
        do throws(JSONSyntaxError) {
            return try next()
        } catch {
            throw ReportJSONError(key: "", reason: .notJSON(error.reason))
        }
    }

    private mutating func handle(_ token: JSONToken, _ text: Span<UInt8>) throws(ReportJSONError) {
        guard depth > 0 || token == .objectStart && !hasEnded else {
            throw ReportJSONError(key: "", reason: .wrongType(expected: "an object"))
        }
        switch token {
        case .key: member = Self.member(text, depth: depth, isInSatellites: isInSatellites)
        case .objectStart, .arrayStart: try open(token)
        case .objectEnd, .arrayEnd:
            depth -= 1
            if depth == 1 { isInSatellites = false }
            hasEnded = depth == 0
        case .null: member = nil
        case .string, .number, .yes, .no: try store(token, text)
        }
    }

    /// The member of a key; of the same one a second time, the first counts.
    private static func member(_ text: Span<UInt8>, depth: Int, isInSatellites: Bool) -> Member? {
        guard depth == 1 || depth == 2 && isInSatellites else { return nil }
        guard let member = names.first(where: { text.equals($0.name) })?.member else { return nil }
        return (member == .used) == (depth == 2) ? member : nil
    }

    private mutating func open(_ token: JSONToken) throws(ReportJSONError) {
        if let member {
            guard member == .satellites, token == .objectStart else { throw wrongType(of: member) }
            isInSatellites = true
        }
        depth += 1
        member = nil
    }

    private mutating func store(_ token: JSONToken, _ text: Span<UInt8>) throws(ReportJSONError) {
        guard let member else { return }
        self.member = nil
        guard member != .satellites, token == (member.isText ? .string : .number) else { throw wrongType(of: member) }
        if member.isText {
            texts[member.rawValue] = texts[member.rawValue] ?? text.string
        } else {
            guard let number = Double(decimal: text) else { throw wrongType(of: member) }
            numbers[member.rawValue] = numbers[member.rawValue] ?? number
        }
    }

    private func wrongType(of member: Member) -> ReportJSONError {
        let expected = member == .satellites ? "an object" : member.isText ? "a string" : "a number"
        return ReportJSONError(
            key: member == .used ? "satellites.used" : "\(member)", reason: .wrongType(expected: expected))
    }
}

extension TrackPointParser {
    /// Returns the point after validation of every value.
    private func point() throws(ReportJSONError) -> TrackPoint {
        guard let mode = texts[Member.mode.rawValue] else { throw ReportJSONError(key: "mode", reason: .missing) }
        guard let time = texts[Member.timestamp.rawValue] else {
            throw ReportJSONError(key: "timestamp", reason: .missing)
        }
        let fix = try members(timestamp: time, mode: mode).fix("")
        let motion: Motion = try choice("motion", texts[Member.motion.rawValue] ?? Motion.unknown.rawValue)
        let integrity: Integrity.Level = try choice("integrity", texts[Member.integrity.rawValue] ?? "nominal")
        guard
            let point = TrackPoint(fix, motion: motion, satellitesUsed: try satellitesUsed(), integrity: integrity)
        else {
            throw ReportJSONError(key: "latitude", reason: .missing)
        }
        return point
    }

    private func satellitesUsed() throws(ReportJSONError) -> Int? {
        guard let number = numbers[Member.used.rawValue] else { return nil }
        guard let whole = Int(exactly: number) else {
            throw ReportJSONError(key: "satellites.used", reason: .wrongType(expected: "a whole number"))
        }
        return try count("satellites.used", whole)
    }

    private func members(timestamp: String, mode: String) -> ReportDocument.FixMembers {
        func number(_ member: Member) -> Double? { numbers[member.rawValue] }
        func text(_ member: Member) -> String? { texts[member.rawValue] }
        return ReportDocument.FixMembers(
            timestamp: timestamp, mode: mode, latitude: number(.latitude), longitude: number(.longitude),
            altitude: number(.altitude), ellipsoidalAltitude: number(.ellipsoidalAltitude),
            horizontalAccuracy: number(.horizontalAccuracy), horizontalAccuracyOrigin: text(.horizontalAccuracyOrigin),
            verticalAccuracy: number(.verticalAccuracy), speed: number(.speed), speedAccuracy: number(.speedAccuracy),
            course: number(.course), courseAccuracy: number(.courseAccuracy), climb: number(.climb),
            device: text(.device), differential: text(.differential), source: text(.source),
            timeSource: text(.timeSource))
    }
}
