import Basics
import CPQ

/// The result of a statement as libpq keeps it.
///
/// Safe to use: the handle is valid from `init` to `deinit` and never leaves this module.
@safe final class PostgresResult {
    let handle: OpaquePointer

    /// Takes ownership of a result.
    init(owning handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe PQclear(handle)
    }

    var status: ExecStatusType { unsafe PQresultStatus(handle) }
    var rowCount: Int { Int(unsafe PQntuples(handle)) }

    /// Returns a part of the error, by its letter in the protocol; nil if it has none.
    func field(_ letter: Unicode.Scalar) -> String? {
        guard let text = unsafe PQresultErrorField(handle, Int32(letter.value)) else { return nil }
        return unsafe String(cString: text)
    }
}

/// The rows of a result, in the order of the server.
public struct PostgresRows: RandomAccessCollection {
    let result: PostgresResult

    /// The first index.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { result.rowCount }

    /// Returns a row.
    public subscript(position: Int) -> PostgresRow { PostgresRow(result: result, index: Int32(clamping: position)) }

    /// The number of rows that the statement returned, inserted, updated or deleted.
    public var affectedCount: Int {
        // libpq owns the text, which lives as long as the result.
        guard let text = unsafe PQcmdTuples(result.handle) else { return 0 }
        return Int(unsafe String(cString: text)) ?? 0
    }
}

/// A row; columns count from 0, and a missing column reads as NULL.
///
/// A column of another type than requested reads as NULL too.
public struct PostgresRow {
    let result: PostgresResult
    let index: Int32

    /// Returns true if a column is NULL.
    public func isNull(at column: Int) -> Bool { value(column) { _, _ in true } == nil }

    /// Returns an integer of any width; nil for NULL.
    public func integer(at column: Int) -> Int64? {
        value(column) { type, bytes in Self.integer(bytes, type: type) }
    }

    /// Returns a number; nil for NULL.
    public func real(at column: Int) -> Double? {
        value(column) { type, bytes in
            let bits = UInt64(bitPattern: Self.integer(bytes))
            return switch type {
            case PostgresType.float8: Double(bitPattern: bits)
            case PostgresType.float4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            default: nil
            }
        }
    }

    /// Returns a text, or the text of `jsonb`; nil for NULL.
    public func text(at column: Int) -> String? {
        value(column) { type, bytes in
            guard type != PostgresType.bytes else { return nil }
            return bytes.extracting((type == PostgresType.jsonb ? min(1, bytes.count) : 0)...).string
        }
    }

    /// Returns bytes; nil for NULL.
    public func bytes(at column: Int) -> [UInt8]? {
        value(column) { type, bytes in type == PostgresType.bytes ? Self.array(bytes) : nil }
    }

    /// Returns a truth value; nil for NULL.
    public func boolean(at column: Int) -> Bool? {
        value(column) { type, bytes in type == PostgresType.boolean ? Self.integer(bytes) != 0 : nil }
    }

    /// Returns the integers of an array, NULL elements as nil; nil for NULL.
    public func integers(at column: Int) -> [Int64?]? {
        elements(column) { type, bytes in Self.integer(bytes, type: type) }
    }

    /// Returns the texts of an array, NULL elements as nil; nil for NULL.
    public func texts(at column: Int) -> [String?]? {
        elements(column) { _, bytes in bytes.string }
    }

    /// Calls a body with the type and the bytes of a column; returns nil for NULL.
    private func value<Value>(_ column: Int, _ body: (UInt32, Span<UInt8>) -> Value?) -> Value? {
        let column = Int32(clamping: column)
        guard column >= 0, unsafe PQnfields(result.handle) > column, index >= 0, result.rowCount > Int(index),
            unsafe PQgetisnull(result.handle, index, column) == 0
        else { return nil }
        // libpq owns the value, which lives as long as the result and has the length that it states.
        let count = Int(unsafe PQgetlength(result.handle, index, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: PQgetvalue(result.handle, index, column), count: count)
        return body(unsafe PQftype(result.handle, column), unsafe Span(_unsafeBytes: bytes))
    }

    /// Decodes an array: number of dimensions, flags and type of the elements, length and first index, then elements
    /// that follow their lengths.
    private func elements<Element>(
        _ column: Int, _ decode: (UInt32, Span<UInt8>) -> Element?
    ) -> [Element?]? {
        value(column) { type, bytes in
            guard let element = PostgresType.element(of: type) else { return nil }
            var values: [Element?] = []
            var place = 20
            while place + 4 <= bytes.count {
                let length = Int(Self.integer(bytes.extracting(place..<(place + 4))))
                place += 4
                guard length >= 0, length <= bytes.count - place else {
                    values.append(nil)
                    continue
                }
                values.append(decode(element, bytes.extracting(place..<(place + length))))
                place += length
            }
            return values
        }
    }

    /// Returns an integer of a type; nil for another type.
    private static func integer(_ bytes: Span<UInt8>, type: UInt32) -> Int64? {
        guard PostgresType.integerWidth(type) == bytes.count else { return nil }
        let number = integer(bytes)
        return type == PostgresType.oid ? Int64(UInt32(truncatingIfNeeded: number)) : number
    }

    /// Returns an integer in the order of bytes of the network, with its sign; 0 for no bytes.
    private static func integer(_ bytes: Span<UInt8>) -> Int64 {
        var number: Int64 = 0
        for index in bytes.indices {
            number = index == 0 ? Int64(Int8(bitPattern: bytes[index])) : number << 8 | Int64(bytes[index])
        }
        return number
    }

    private static func array(_ bytes: Span<UInt8>) -> [UInt8] {
        // The bytes are copied before the call returns.
        unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
