/// The transformation of a column's values into small numbers.
struct ColumnPlan: Equatable {
    /// The rows that have a value.
    enum Presence: UInt8 {
        case none
        case all
        case some
    }

    var presence = Presence.none
    /// The order of the differences: 0, 1 or 2.
    var order = 0
    /// Use of the column's relation, see ``Column/relation``.
    var isRelated = false
    /// The number subtracted from each value.
    var base: Int64 = 0
    /// The divisor of the rest; 0 if all values equal the base.
    var step: Int64 = 0

    /// Returns true if there are residuals.
    var hasStream: Bool {
        switch presence {
        case .none: false
        case .all: step != 0
        case .some: true
        }
    }

    /// The units of a full circle; nil for a column that is not circular.
    func modulus(of column: Column) -> Int64? {
        column.relation == .circle && isRelated && step > 0 ? Scale.fullCircle / step : nil
    }
}

extension Column {
    /// The relation of a column to other columns, or to a grid.
    enum Relation {
        case none
        /// Multiples of a hundred-thousandth of an arc minute, the precision of NMEA 0183.
        case minutes
        /// Relative to the altitude of the same row.
        case altitude
        /// Relative to the climb from altitudes and times, as gpsd derives it.
        case climb
        /// Differences take the shorter way around a circle.
        case circle
    }

    var relation: Relation {
        switch self {
        case .latitude, .longitude: .minutes
        case .ellipsoidalAltitude: .altitude
        case .climb: .climb
        case .course: .circle
        default: .none
        }
    }
}

extension ColumnPlan {
    private static let relatedBit: UInt8 = 16

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

    func write(to writer: inout ByteWriter) {
        guard presence != .none else { return writer.write(byte: 0) }
        writer.write(byte: UInt8(order) | presence.rawValue << 2 | (isRelated ? Self.relatedBit : 0))
        writer.write(signed: base)
        writer.write(UInt64(step))
    }
}
