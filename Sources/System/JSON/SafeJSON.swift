import FoundationEssentials

/// Decodes JSON from a socket or a file so that no input can crash the program.
///
/// JSONDecoder (Swift 6.3.1) traps on input that reaches its limit of 512 nested arrays with its last byte, which no
/// `try` catches; deeply nested input is therefore rejected before decoding.
public enum SafeJSON {
    /// The maximum depth of arrays and objects; gpsd's messages and our own files have three levels.
    public static let maxNesting = 16

    /// Decodes a value.
    ///
    /// - Throws: `DecodingError`, also for excessive nesting.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        guard nesting(of: bytes) <= maxNesting else {
            let reason = "nested deeper than \(maxNesting) levels"
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: reason))
        }
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Returns the depth of the text, ignoring brackets inside strings.
    static func nesting(of bytes: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += isInString ? 0 : 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= isInString ? 0 : 1
            default: break
            }
            deepest = max(deepest, depth)
        }
        return deepest
    }
}
