public import Basics

/// Returns what gives the moment of a local time in a time zone of IANA; nil for an unknown name.
public typealias TimeZones = (_ name: String) -> ((CivilTime) -> Timestamp?)?

/// Gives local times their moments by the zones that a column of CSV names: `Europe/Berlin`, `+02:00` or `UTC`.
struct CSVZones {
    private static let start = (text: Array("2000-01-01T00:00:00".utf8), time: Timestamp(year: 2000, month: 1, day: 1))

    private let find: TimeZones
    /// The last name, whose zone is that of most lines.
    private var last: (name: [UInt8], moment: ((CivilTime) -> Timestamp?)?)?

    init(_ find: @escaping TimeZones) { self.find = find }

    /// Returns the moment of a local time, given as if it were UTC; nil in an unknown zone.
    mutating func moment(of reading: Timestamp, in zone: [UInt8]) -> Timestamp? {
        if let start = Timestamp(lenientISO8601: (Self.start.text + zone).span) {
            return reading + (start - Self.start.time)
        }
        if last?.name != zone { last = (zone, find(String(decoding: zone, as: UTF8.self))) }
        return last?.moment?(CivilTime(reading))
    }
}
