import Basics

/// The header of an encoded segment: its summary, and the plan and position of each column.
struct SegmentLayout {
    /// The plan of a column and the ranges of its bytes.
    struct Part {
        var plan: ColumnPlan
        var coded: Range<Int>
        var plain: Range<Int>
    }

    let summary: SegmentSummary
    /// In the order of ``Column``.
    private(set) var parts: [Part] = []

    /// Decodes the header and validates it against the bytes.
    init(_ bytes: [UInt8]) throws(SegmentError) {
        var reader = try ByteReader(bytes, version: Segment.version, to: Segment.levelVersion)
        summary = try Self.summary(&reader)
        for column in Column.allCases { parts.append(try Self.part(column, &reader)) }
        try place(from: reader.position, to: reader.end)
    }

    /// Until ``place(from:to:)``, the ranges hold only lengths.
    private mutating func place(from start: Int, to end: Int) throws(SegmentError) {
        var position = start
        for index in parts.indices {
            let lengths = (parts[index].coded.count, parts[index].plain.count)
            guard lengths.0 <= end - position, lengths.1 <= end - position - lengths.0 else {
                throw .malformed("length of a column")
            }
            parts[index].coded = position..<(position + lengths.0)
            position += lengths.0
            parts[index].plain = position..<(position + lengths.1)
            position += lengths.1
        }
        guard position == end else { throw .malformed("length of the columns") }
    }

    static func summary(_ reader: inout ByteReader) throws(SegmentError) -> SegmentSummary {
        let count = try reader.number("count", in: 1...Int64(Segment.maxPointCount))
        let first = try reader.signed("first time")
        let last = first &+ Int64(bitPattern: try reader.number("duration"))
        guard last >= first else { throw .malformed("duration") }
        let box = SegmentBounds(
            southern: try reader.signed("southern edge", in: Column.latitude.limits),
            western: try reader.signed("western edge", in: Column.longitude.limits),
            northern: try reader.signed("northern edge", in: Column.latitude.limits),
            eastern: try reader.signed("eastern edge", in: Column.longitude.limits))
        guard box.southern <= box.northern else { throw .malformed("northern edge") }
        return SegmentSummary(
            count: Int(count), first: Timestamp(milliseconds: first), last: Timestamp(milliseconds: last), bounds: box,
            centimetres: try reader.number("distance", in: 0...Quantity.limit))
    }

    private static func part(_ column: Column, _ reader: inout ByteReader) throws(SegmentError) -> Part {
        var part = Part(plan: ColumnPlan(), coded: 0..<0, plain: 0..<0)
        part.plan = try ColumnPlan(column, &reader)
        guard part.plan.hasStream else { return part }
        part.coded = 0..<Int(try reader.number("length of a column", in: 0...Int64(reader.end)))
        part.plain = 0..<Int(try reader.number("length of a column", in: 0...Int64(reader.end)))
        return part
    }
}
