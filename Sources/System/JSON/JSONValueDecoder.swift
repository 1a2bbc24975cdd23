/// Decodes a value of a JSON text: the decoder, and the container of a single value.
///
/// The errors are those of Foundation's JSONDecoder, which would add 4.8 MB to each program.
struct JSONValueDecoder: Decoder {
    let value: JSONValue
    let bytes: [UInt8]
    let path: JSONPath

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(try JSONKeyedContainer<Key>(members, of: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = value else { throw mismatch([Any].self) }
        return JSONUnkeyedContainer(values: values, owner: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func nested(_ value: JSONValue, _ path: JSONPath) -> JSONValueDecoder {
        JSONValueDecoder(value: value, bytes: bytes, path: path)
    }

    /// Returns the error for a value of another type: null counts as missing.
    private func mismatch(_ type: Any.Type) -> DecodingError {
        if case .null = value {
            let reason = "Cannot get value of type \(type) -- found null value instead"
            return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: reason))
        }
        let reason = "Expected to decode \(type) but found \(value.kind) instead."
        return .typeMismatch(type, .init(codingPath: codingPath, debugDescription: reason))
    }

    private func number() throws -> Double {
        guard case .number(let range) = value else { throw mismatch(Double.self) }
        return try JSONNumber.double(range, of: bytes)
    }

    private func integer<Value: FixedWidthInteger>() throws -> Value {
        guard case .number(let range) = value else { throw mismatch(Value.self) }
        return try JSONNumber.integer(range, of: bytes)
    }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        if case .null = value { true } else { false }
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .boolean(let truth) = value else { throw mismatch(type) }
        return truth
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let range) = value else { throw mismatch(type) }
        return try JSONString.read(range, of: bytes)
    }

    func decode(_ type: Float.Type) throws -> Float {
        guard case .number(let range) = value else { throw mismatch(type) }
        let number = Float(try JSONNumber.double(range, of: bytes))
        guard number.isFinite else { throw DecodingError.notJSON }
        return number
    }

    func decode(_ type: Double.Type) throws -> Double { try number() }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

/// The keys and positions that lead to a value, innermost first: most are never read, so that a list is not built.
indirect enum JSONPath {
    case root
    case key(any CodingKey, in: JSONPath)
    case index(Int, in: JSONPath)

    /// The keys, outermost first.
    var keys: [any CodingKey] {
        switch self {
        case .root: []
        case .key(let key, let outer): outer.keys + [key]
        case .index(let index, let outer): outer.keys + [JSONKey(index)]
        }
    }
}

/// A key that belongs to no type.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    /// The key of the value that a subclass leaves to its superclass.
    static let superclass = JSONKey(stringValue: "super")

    init(_ index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
