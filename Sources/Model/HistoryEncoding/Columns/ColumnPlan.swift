/// How the values of a column are told as small numbers.
struct ColumnPlan: Equatable {
    /// Which rows have a value.
    enum Presence: UInt8 {
        case none
        case all
        case some
    }

    var presence = Presence.none
    /// How many differences are taken: 0, 1 or 2.
    var order = 0
    /// Whether the column's own relation holds, see ``Column/relation``.
    var isRelated = false
    /// What is taken off each value.
    var base: Int64 = 0
    /// What the rest is divided by; 0 where all values are the base.
    var step: Int64 = 0

    /// Whether there is anything to tell row by row.
    var hasStream: Bool {
        switch presence {
        case .none: false
        case .all: step != 0
        case .some: true
        }
    }

    /// After how many units a circle begins anew; nil for a column that is none.
    func modulus(of column: Column) -> Int64? {
        column.relation == .circle && isRelated && step > 0 ? Scale.fullCircle / step : nil
    }
}

extension Column {
    /// What a column may have in common with others, or with a grid.
    enum Relation {
        /// Nothing.
        case none
        /// Multiples of a hundred-thousandth of an arc minute, as NMEA 0183 writes them.
        case minutes
        /// Told from the altitude of the same row.
        case altitude
        /// Told from what altitudes and times give, as gpsd does it.
        case climb
        /// Differences go the shorter way around.
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
