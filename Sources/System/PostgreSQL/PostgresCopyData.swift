/// Rows in the binary format of COPY, for ``PostgresConnection/copy(_:_:)``.
public struct PostgresCopyData: Sendable {
    /// The number of rows.
    public private(set) var rowCount = 0
    /// The rows behind the header; the trailer is added when they are sent.
    private(set) var bytes: [UInt8]

    /// The signature, the flags and the length of the extension (PostgreSQL's documentation of COPY, "Binary Format").
    private static let header: [UInt8] =
        Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
    static let trailer: [UInt8] = [0xFF, 0xFF]

    /// Creates empty data with room for some bytes.
    public init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity + Self.header.count)
        bytes += Self.header
    }

    /// Begins a row, whose columns are then appended in order.
    public mutating func beginRow(columns: Int) {
        rowCount += 1
        write(Int16(truncatingIfNeeded: columns))
    }

    /// Appends NULL.
    public mutating func appendNull() { write(Int32(-1)) }

    /// Appends a `smallint`, or NULL.
    public mutating func append(int16 value: Int16?) {
        guard let value else { return appendNull() }
        write(Int64(2) << 16 | Int64(UInt16(bitPattern: value)), count: 6)
    }

    /// Appends an `integer`, or NULL.
    public mutating func append(int32 value: Int32?) {
        guard let value else { return appendNull() }
        write(Int64(4) << 32 | Int64(UInt32(bitPattern: value)), count: 8)
    }

    /// Appends a `bigint`, or NULL.
    public mutating func append(int64 value: Int64?) {
        guard let value else { return appendNull() }
        write(Int32(8))
        write(value)
    }

    private mutating func write(_ value: some FixedWidthInteger) {
        // The bytes are copied before the value ends.
        unsafe withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes the lowest bytes of a number in one step, which takes half the time of two.
    private mutating func write(_ value: Int64, count: Int) {
        // The bytes are copied before the value ends.
        unsafe withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0.suffix(count)) }
    }
}
