import Location

/// What a node of an R*Tree says of a point or of a node below it.
struct TreeCell {
    /// The place, or the node.
    let number: Int64
    private(set) var low: SIMD4<Float>
    private(set) var high: SIMD4<Float>

    /// A point, in the smallest box that its numbers make when they are rounded to 32 bits.
    init(_ number: Int64, _ normal: SurfaceNormal) {
        self.number = number
        let exact = SIMD4(normal.x, normal.y, normal.z, 0)
        let nearest = SIMD4<Float>(exact)
        (low, high) = (nearest, nearest)
        for axis in 0..<3 {
            if Double(nearest[axis]) > exact[axis] { low[axis] = nearest[axis].nextDown }
            if Double(nearest[axis]) < exact[axis] { high[axis] = nearest[axis].nextUp }
        }
    }

    /// A node, in the box around all that is in it; nil where that is nothing.
    init?(_ number: Int64, around cells: [TreeCell]) {
        guard let first = cells.first else { return nil }
        self.number = number
        low = cells.dropFirst().reduce(first.low) { pointwiseMin($0, $1.low) }
        high = cells.dropFirst().reduce(first.high) { pointwiseMax($0, $1.high) }
    }

    /// The cell as SQLite stores it: the number, then least and greatest of each axis, all with the high byte first.
    func append(to bytes: inout [UInt8]) {
        Self.append(UInt64(bitPattern: number), to: &bytes)
        for axis in 0..<3 {
            Self.append(low[axis].bitPattern, to: &bytes)
            Self.append(high[axis].bitPattern, to: &bytes)
        }
    }

    static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
