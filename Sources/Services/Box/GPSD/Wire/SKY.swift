import Basics
import Glibc
import Location

/// The satellite counts of a SKY line, from the members before its list: `nSat` and `uSat` of gpsd_json(5), since 3.22.
///
/// They spare libgps the list, which takes it twice as long as a whole position report; ``SatelliteList`` reads it.
struct SatelliteCounts: Equatable {
    let used: Int
    let visible: Int

    /// The list, which is the last member of the object.
    private static let listStart = ",\"satellites\":[{"
    private static let lineEnd = "]}"
    private static let plausible = 0...1000

    /// Reads the counts and ends the line before the list; nil if one is missing, and the line is then unchanged.
    init?(cutting line: UnsafeMutablePointer<CChar>) {
        // All matches lie before the line's NUL; the list's start is longer than the two characters written over it,
        // and than the line's end.
        guard let list = unsafe strstr(line, Self.listStart),
            unsafe strcmp(list + strlen(list) - Self.lineEnd.utf8.count, Self.lineEnd) == 0,
            let used = unsafe Self.count("\"uSat\":", in: line, before: list),
            let visible = unsafe Self.count("\"nSat\":", in: line, before: list)
        else { return nil }
        self.used = used
        self.visible = visible
        unsafe list[0] = CChar(UInt8(ascii: "}"))
        unsafe list[1] = 0
    }

    private static func count(
        _ key: String, in line: UnsafeMutablePointer<CChar>, before limit: UnsafeMutablePointer<CChar>
    ) -> Int? {
        // strtol stops at the first character that is not a digit, at the latest at the NUL.
        guard let found = unsafe strstr(line, key), unsafe found < limit else { return nil }
        let digits = unsafe found + key.utf8.count
        var end: UnsafeMutablePointer<CChar>?
        let value = unsafe strtol(digits, &end, 10)
        guard unsafe end != digits, let end = unsafe end, unsafe end.pointee == CChar(UInt8(ascii: ",")) else {
            return nil
        }
        return plausible.contains(value) ? value : nil
    }
}

/// A SKY report of gpsd, one line of it, as read by libgps (gpsd_json(5)).
struct SKY: Sendable {
    var device = ""
    /// nil if the line has no time.
    var time: Timestamp?
    /// The satellites; counts are nil if the line lists none.
    var satellites: Satellites
    /// True if the listed satellites were read; otherwise an earlier list stays in effect.
    var isListRead = true
}
