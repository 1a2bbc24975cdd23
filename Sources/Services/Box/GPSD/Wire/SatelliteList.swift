import Basics
import Glibc
import Location

/// The list of satellites in a SKY line (gpsd_json(5)), read without libgps, which is slow at it.
enum SatelliteList {
    /// Above any gpsd (MAXCHANNELS of gps.h, at most 230).
    private static let maxCount = 256
    private static let start = "\"satellites\":[{"

    /// The members of one object of the list.
    struct Members {
        var prn: Double?
        var gnssid: Double?
        var svid: Double?
        var elevation: Double?
        var azimuth: Double?
        var signal: Double?
        var isUsed = false
    }

    /// Reads the list of a NUL-terminated line; invalid entries are skipped.
    static func read(_ line: UnsafePointer<CChar>) -> [Satellite] {
        // All reads lie between the match and the line's NUL.
        guard let found = unsafe strstr(line, start) else { return [] }
        var satellites: [Satellite] = []
        var next: UnsafePointer<CChar>? = unsafe UnsafePointer(found + start.utf8.count)
        while let object = unsafe next, satellites.count < maxCount {
            var members = Members()
            let end = unsafe read(object, &members)
            if let satellite = members.satellite { satellites.append(satellite) }
            unsafe next = unsafe strncmp(end, "},{", 3) == 0 ? end + 3 : nil
        }
        return satellites
    }

    /// Reads members up to the end of their object, or to anything invalid; returns that position.
    private static func read(_ object: UnsafePointer<CChar>, _ members: inout Members) -> UnsafePointer<CChar> {
        var place = unsafe object
        while unsafe place.pointee == CChar(UInt8(ascii: "\"")), let colon = unsafe strchr(place, colonCode) {
            let value = unsafe UnsafePointer(colon + 1)
            unsafe set(place + 1, to: value, in: &members)
            // The values of a satellite are numbers and words without commas or braces.
            unsafe place = value + strcspn(value, ",}")
            guard unsafe place.pointee == CChar(UInt8(ascii: ",")) else { break }
            unsafe place += 1
        }
        return unsafe place
    }

    private static let colonCode = Int32(UInt8(ascii: ":"))

    private static func set(
        _ name: UnsafePointer<CChar>, to value: UnsafePointer<CChar>, in members: inout Members
    ) {
        if unsafe strncmp(name, "PRN\"", 4) == 0 { members.prn = unsafe number(value) }
        if unsafe strncmp(name, "gnssid\"", 7) == 0 { members.gnssid = unsafe number(value) }
        if unsafe strncmp(name, "svid\"", 5) == 0 { members.svid = unsafe number(value) }
        if unsafe strncmp(name, "el\"", 3) == 0 { members.elevation = unsafe number(value) }
        if unsafe strncmp(name, "az\"", 3) == 0 { members.azimuth = unsafe number(value) }
        if unsafe strncmp(name, "ss\"", 3) == 0 { members.signal = unsafe number(value) }
        if unsafe strncmp(name, "used\"", 5) == 0 { members.isUsed = unsafe strncmp(value, "true", 4) == 0 }
    }

    private static func number(_ text: UnsafePointer<CChar>) -> Double? {
        var end: UnsafeMutablePointer<CChar>?
        let value = unsafe strtod(text, &end)
        return unsafe end.map { unsafe UnsafePointer($0) } != text && value.isFinite ? value : nil
    }
}

extension SatelliteList.Members {
    /// The satellite, if it has a number.
    var satellite: Satellite? {
        guard let number = Self.number(svid) ?? Self.number(prn) else { return nil }
        return Satellite(
            constellation: constellation, number: number,
            elevation: elevation.flatMap { (-90...90).contains($0) ? $0 : nil },
            azimuth: azimuth.flatMap { (0...360).contains($0) ? $0 : nil },
            // Receivers report 0 for a satellite that they search for and do not receive.
            signal: signal.flatMap { $0 > 0 && $0 < 100 ? $0 : nil }, isUsed: isUsed)
    }

    private var constellation: Constellation {
        guard let gnssid = Self.number(gnssid) else { return Self.number(prn).map(Self.constellation) ?? .unknown }
        let known: [Constellation] = [.gps, .sbas, .galileo, .beidou, .unknown, .qzss, .glonass, .navic]
        return known.indices.contains(gnssid) ? known[gnssid] : .unknown
    }

    /// By gpsd's numbering, which extends that of NMEA 0183 (gpsd_json(5)).
    private static func constellation(prn: Int) -> Constellation {
        switch prn {
        case 1...32: .gps
        case 33...64, 120...158: .sbas
        case 65...96: .glonass
        case 193...200: .qzss
        case 201...264, 401...463: .beidou
        case 301...336: .galileo
        default: .unknown
        }
    }

    private static func number(_ value: Double?) -> Int? {
        value.flatMap { Int(exactly: $0) }.flatMap { (0...1000).contains($0) ? $0 : nil }
    }
}

/// A throttle of satellite lists: enough for people to look at, and not each of a flood.
///
/// Reading a list takes longer than the rest of its line, and only `whereismy status` shows it.
struct SatelliteListThrottle {
    /// The burst, and the rate per second: several receivers at their usual pace.
    private static let maxPerSecond = 8.0

    private var left = Self.maxPerSecond
    private var lastRefill: Duration = .zero

    /// Returns true if a list may be read now, and counts it.
    mutating func consume(at uptime: Duration) -> Bool {
        left = min(Self.maxPerSecond, left + Self.maxPerSecond * max(0, (uptime - lastRefill).inSeconds))
        lastRefill = uptime
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
