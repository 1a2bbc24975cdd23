import FoundationEssentials

/// JSON from a socket or a file, decoded without giving it a chance to end the program.
///
/// JSONDecoder (Swift 6.3.1) traps on input that reaches its limit of 512 nested arrays with its last byte, which no
/// `try` catches; what is nested deeper than anything we read is refused before.
public enum SafeJSON {
    /// Arrays and objects within each other: gpsd and our own files have three.
    public static let maxNesting = 16

    /// Decodes a value.
    ///
    /// - Throws: `DecodingError`, also for what is nested too deep.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        guard nesting(of: bytes) <= maxNesting else {
            let reason = "nested deeper than \(maxNesting) levels"
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: reason))
        }
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// How deep the text goes, not counting brackets inside strings.
    static func nesting(of bytes: [UInt8]) -> Int {
        var (depth, deepest) = (0, 0)
        var (isInString, isEscaped) = (false, false)
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
