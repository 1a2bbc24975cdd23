extension ColumnPlan {
    private static let relatedBit: UInt8 = 16

    /// Reads how a column is told.
    init(_ column: Column, _ reader: inout ByteReader) throws(SegmentError) {
        let kind = try reader.byte("kind of a column")
        guard kind < 32, kind & 3 < 3, let presence = Presence(rawValue: kind >> 2 & 3),
            presence == .all || !column.isAlwaysKnown
        else { throw .malformed("kind of a column") }
        self.presence = presence
        guard presence != .none else { return }
        order = Int(kind & 3)
        isRelated = kind & Self.relatedBit != 0
        base = try reader.signed("base of a column")
        step = try reader.number("step of a column", in: 0 ... .max)
        guard !isRelated || column.relation != .none else { throw .malformed("kind of a column") }
        guard column.relation != .circle || !isRelated || step == 0 || Scale.fullCircle % step == 0 else {
            throw .malformed("step of a column")
        }
    }

    /// Writes how a column is told.
    func write(to writer: inout ByteWriter) {
        guard presence != .none else { return writer.write(byte: 0) }
        writer.write(byte: UInt8(order) | presence.rawValue << 2 | (isRelated ? Self.relatedBit : 0))
        writer.write(signed: base)
        writer.write(UInt64(step))
    }
}
