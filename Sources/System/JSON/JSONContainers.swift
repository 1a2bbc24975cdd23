/// The members of an object; of two with the same key, the first counts.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let owner: JSONValueDecoder
    private var members: [String: JSONValue] = [:]

    init(_ members: [(key: Range<Int>, value: JSONValue)], of owner: JSONValueDecoder) throws {
        self.owner = owner
        self.members.reserveCapacity(members.count)
        for member in members {
            let key = try JSONString.read(member.key, of: owner.bytes)
            if self.members[key] == nil { self.members[key] = member.value }
        }
    }

    var codingPath: [any CodingKey] { owner.codingPath }
    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: try member(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoderOrNull(JSONKey.superclass) }
    func superDecoder(forKey key: Key) -> any Decoder { decoderOrNull(key) }

    private func decoderOrNull(_ key: any CodingKey) -> any Decoder {
        owner.nested(members[key.stringValue] ?? .null, .key(key, in: owner.path))
    }

    private func member(_ key: Key) throws -> JSONValueDecoder {
        guard let value = members[key.stringValue] else {
            let reason = "No value associated with key \(key) (\"\(key.stringValue)\")."
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: reason))
        }
        return owner.nested(value, .key(key, in: owner.path))
    }
}

/// The values of an array, in order; a value that cannot be decoded stays the next one.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
    let values: [JSONValue]
    let owner: JSONValueDecoder
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { owner.codingPath }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = try next(Never.self).decodeNil()
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take(type) { try Value(from: $0) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take(type) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take([Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take((any Decoder).self) { $0 } }

    private mutating func take<Value>(
        _ type: Any.Type, _ decode: (JSONValueDecoder) throws -> Value
    ) throws -> Value {
        let value = try decode(try next(type))
        currentIndex += 1
        return value
    }

    private func next(_ type: Any.Type) throws -> JSONValueDecoder {
        let path = JSONPath.index(currentIndex, in: owner.path)
        guard !isAtEnd else {
            let reason = "Unkeyed container is at end."
            throw DecodingError.valueNotFound(type, .init(codingPath: path.keys, debugDescription: reason))
        }
        return owner.nested(values[currentIndex], path)
    }
}
