/// Decodes JSON from a socket or a file so that no input can crash the program.
///
/// Each level of nesting is a recursive call, so that deeply nested input would overflow the stack of a small thread; it
/// is refused. Not Foundation's JSONDecoder: it would add 4.8 MB to each program.
public enum SafeJSON {
    /// The maximum depth of arrays and objects; gpsd's messages and our own files have three levels.
    public static let maxNesting = 16

    /// Decodes a value.
    ///
    /// - Throws: `DecodingError`, also for excessive nesting and for text in UTF-16 or UTF-32.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        // JSON in UTF-16 or UTF-32 always has zero bytes, UTF-8 never may.
        guard !bytes.contains(0) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "a zero byte; expected JSON in UTF-8"))
        }
        let decoder = JSONValueDecoder(value: try JSONParser.parse(bytes), bytes: bytes, path: .root)
        return try Value(from: decoder)
    }
}
