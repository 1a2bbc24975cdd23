import Basics
import Location
import Places

/// The `tst` of waypoints: the second in which one was made, by which the apps tell them apart.
struct WaypointKeys {
    private var taken: Set<Int64> = []

    /// A key that no other has, and that is the same whenever the same places are written.
    mutating func key(of place: Place) -> Int64 {
        var key = place.created.map { $0.milliseconds / 1000 } ?? Self.key(of: place.name)
        while !taken.insert(key).inserted { key += 1 }
        return key
    }

    /// Of a place that was made nobody knows when: a second before 2001, from its name by the hash FNV-1a.
    private static func key(of name: PlaceName) -> Int64 {
        let hash = name.text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return Int64(hash % 978_307_200) + 1
    }
}
