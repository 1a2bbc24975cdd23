import Location

/// A walk through all places of the Earth on which what is near in its course is near on the ground.
///
/// D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flaechenstueck", Mathematische Annalen 38, 1891, over
/// longitude and latitude. Leaves of an R*Tree that are filled in its order are small (Kamel and Faloutsos, "On packing
/// R-trees", CIKM 1993).
enum HilbertCurve {
    private static let bits = 31

    /// How far along the walk a place comes.
    static func index(_ coordinate: Coordinate) -> Int64 {
        let side = Double(1 << bits) - 1
        var x = Int64((coordinate.longitude + 180) / 360 * side)
        var y = Int64((coordinate.latitude + 90) / 180 * side)
        var index: Int64 = 0
        for level in (0..<bits).reversed() {
            let (right, top) = (x >> level & 1, y >> level & 1)
            index = index << 2 | ((3 * right) ^ top)
            guard top == 0 else { continue }
            // The quarter is walked through in a turned or mirrored way.
            let mask: Int64 = (1 << level) - 1
            if right == 1 { (x, y) = (~x & mask, ~y & mask) }
            (x, y) = (y, x)
        }
        return index
    }
}
