/// A parameter of a statement.
///
/// It is sent in the binary form of the parameter's type: an integer also as `smallint` or `integer`, a text also as
/// `jsonb`.
public enum PostgresValue: Hashable, Sendable {
    /// NULL.
    case null
    /// `bigint`, `integer`, `smallint` or `xid8`.
    case integer(Int64)
    /// `double precision` or `real`.
    case real(Double)
    /// `text`, `jsonb` and others with the same form.
    case text(String)
    /// `bytea`.
    case bytes([UInt8])
    /// `boolean`.
    case boolean(Bool)
    /// An array of integers.
    case integers([Int64?])
    /// An array of `double precision`.
    case reals([Double?])
    /// An array of texts.
    case texts([String?])
    /// An array of `bytea`.
    case blobs([[UInt8]?])

    /// Creates an integer, or NULL.
    public init(_ value: Int64?) { self = value.map(Self.integer) ?? .null }

    /// Creates a text, or NULL.
    public init(_ value: String?) { self = value.map(Self.text) ?? .null }

    /// Creates a number, or NULL.
    public init(_ value: Double?) { self = value.map(Self.real) ?? .null }
}

/// The object identifiers of built-in types (`pg_type.dat`), which never change.
enum PostgresType {
    static let boolean: UInt32 = 16
    static let bytes: UInt32 = 17
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let oid: UInt32 = 26
    static let float4: UInt32 = 700
    static let float8: UInt32 = 701
    static let jsonb: UInt32 = 3802
    static let xid8: UInt32 = 5069

    /// Returns the width of an integer in bytes; nil for other types.
    static func integerWidth(_ type: UInt32) -> Int? {
        switch type {
        case int2: 2
        case int4, oid: 4
        case int8, xid8: 8
        default: nil
        }
    }

    /// Returns the type of the elements of an array; nil for other types.
    static func element(of array: UInt32) -> UInt32? {
        switch array {
        case 1005: int2
        case 1007: int4
        case 1016: int8
        case 1009: text
        case 1022: float8
        case 1001: bytes
        default: nil
        }
    }
}

/// Encodes parameters one behind the other.
struct ParameterEncoder {
    /// The values; one byte at least, so that they have an address.
    private(set) var bytes: [UInt8] = [0]
    /// The range of each value; nil for NULL.
    private(set) var ranges: [Range<Int>?] = []

    /// Appends a value as a type; returns false if it has no such form.
    mutating func append(_ value: PostgresValue, type: UInt32) -> Bool {
        if value == .null {
            ranges.append(nil)
            return true
        }
        let start = bytes.count
        guard encode(value, type: type) else { return false }
        ranges.append(start..<bytes.count)
        return true
    }

    private mutating func encode(_ value: PostgresValue, type: UInt32) -> Bool {
        switch value {
        case .null: false
        case .integer(let number): encode(number, type: type)
        case .real(let number): encode(number, type: type)
        case .text(let text): encode(text, type: type)
        case .bytes(let blob): type == PostgresType.bytes && encode(blob)
        case .boolean(let flag): type == PostgresType.boolean && encode([flag ? 1 : 0])
        case .integers(let numbers): encode(array: numbers, type: type) { $0.encode($1, type: $2) }
        case .reals(let numbers): encode(array: numbers, type: type) { $0.encode($1, type: $2) }
        case .texts(let texts): encode(array: texts, type: type) { $0.encode($1, type: $2) }
        case .blobs(let blobs): encode(array: blobs, type: type) { $2 == PostgresType.bytes && $0.encode($1) }
        }
    }

    private mutating func encode(_ blob: [UInt8]) -> Bool {
        bytes += blob
        return true
    }

    private mutating func encode(_ text: String, type: UInt32) -> Bool {
        guard PostgresType.integerWidth(type) == nil, PostgresType.element(of: type) == nil else { return false }
        if type == PostgresType.jsonb { bytes.append(1) }
        bytes += text.utf8
        return true
    }

    private mutating func encode(_ number: Double, type: UInt32) -> Bool {
        switch type {
        case PostgresType.float8: append(number.bitPattern)
        case PostgresType.float4: append(Float(number).bitPattern)
        default: return false
        }
        return true
    }

    private mutating func encode(_ number: Int64, type: UInt32) -> Bool {
        switch PostgresType.integerWidth(type) {
        case 8: append(number)
        case 4: append(Int32(truncatingIfNeeded: number))
        case 2: append(Int16(truncatingIfNeeded: number))
        default: return false
        }
        return PostgresType.integerWidth(type) == 8 || fits(number, type: type)
    }

    private func fits(_ number: Int64, type: UInt32) -> Bool {
        switch type {
        case PostgresType.int2: Int16(exactly: number) != nil
        case PostgresType.oid: UInt32(exactly: number) != nil
        default: Int32(exactly: number) != nil
        }
    }

    /// Encodes an array of one dimension: flags, type of the elements, length, first index.
    private mutating func encode<Element>(
        array: [Element?], type: UInt32, _ encode: (inout ParameterEncoder, Element, UInt32) -> Bool
    ) -> Bool {
        guard let element = PostgresType.element(of: type) else { return false }
        for number in [array.isEmpty ? 0 : 1, 1, Int32(bitPattern: element)] { append(number) }
        if !array.isEmpty { for number in [Int32(clamping: array.count), 1] { append(number) } }
        for value in array {
            guard let value else {
                append(Int32(-1))
                continue
            }
            let start = bytes.count
            append(Int32(0))
            guard encode(&self, value, element) else { return false }
            let length = Int32(clamping: bytes.count - start - 4)
            for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: length >> Int32(24 - 8 * index)) }
        }
        return true
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        var shift = number.bitWidth - 8
        while shift >= 0 {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            shift -= 8
        }
    }
}
