import Location

/// A space-filling curve over the Earth: positions close on the curve are close on the ground.
///
/// D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flaechenstueck", Mathematische Annalen 38, 1891, over
/// longitude and latitude. R*Tree leaves filled in its order are small (Kamel and Faloutsos, "On packing R-trees", CIKM
/// 1993).
enum HilbertCurve {
    private static let bits = 31

    static func index(_ coordinate: Coordinate) -> Int64 {
        let side = Double(1 << bits) - 1
        var x = Int64((coordinate.longitude + 180) / 360 * side)
        var y = Int64((coordinate.latitude + 90) / 180 * side)
        var index: Int64 = 0
        for level in (0..<bits).reversed() {
            let right = x >> level & 1
            let top = y >> level & 1
            index = index << 2 | ((3 * right) ^ top)
            guard top == 0 else { continue }
            // The curve runs through the quadrant rotated or mirrored.
            let mask: Int64 = (1 << level) - 1
            if right == 1 { (x, y) = (~x & mask, ~y & mask) }
            swap(&x, &y)
        }
        return index
    }
}
