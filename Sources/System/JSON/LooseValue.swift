public import Basics

/// A number, also as text; NaN for any other value.
public struct LooseNumber: Decodable, Sendable {
    /// The number, or NaN.
    public let value: Double
    /// True for a value that is neither a number nor null.
    public let isUnreadable: Bool

    /// Reads a number; never fails.
    public init(from decoder: any Decoder) {
        let container = try? decoder.singleValueContainer()
        if let number = try? container?.decode(Double.self) {
            (value, isUnreadable) = (number, false)
        } else if let text = try? container?.decode(String.self), !text.isEmpty {
            let number = Double(text)
            (value, isUnreadable) = (number ?? .nan, number == nil)
        } else {
            (value, isUnreadable) = (.nan, container?.decodeNil() != true)
        }
    }

    /// The value, unless it is NaN or infinite.
    public var finite: Double? { value.isFinite ? value : nil }

    /// The value as a whole number of 32 bits; nil for any other.
    public var integer: Int32? { value.isFinite ? Int32(exactly: value) : nil }
}

/// A text; nil for any other value.
public struct LooseText: Decodable, Sendable {
    /// The text.
    public let value: String?

    /// Reads a text; never fails.
    public init(from decoder: any Decoder) {
        value = try? decoder.singleValueContainer().decode(String.self)
    }
}

/// True or false, also as the number 1 or 0; nil for any other value.
public struct LooseFlag: Decodable, Sendable {
    /// The flag.
    public let value: Bool?

    /// Reads a flag; never fails.
    public init(from decoder: any Decoder) {
        let container = try? decoder.singleValueContainer()
        let number = try? container?.decode(Double.self)
        value = (try? container?.decode(Bool.self)) ?? number.flatMap { $0 == 1 ? true : $0 == 0 ? false : nil }
    }
}

/// A time in ISO 8601 or in seconds since 1970; nil for any other value, and for times before 1970.
public struct LooseTime: Decodable, Sendable {
    /// The time.
    public let value: Timestamp?

    /// Reads a time; never fails.
    public init(from decoder: any Decoder) {
        let container = try? decoder.singleValueContainer()
        if let text = try? container?.decode(String.self) {
            let time = Timestamp(iso8601: text) ?? Timestamp(iso8601: Self.utc(text))
            value = time.flatMap { $0.milliseconds > 0 ? $0 : nil }
        } else if let seconds = try? container?.decode(Double.self), seconds > 0, seconds < 1e11 {
            value = Timestamp(milliseconds: Int64((seconds * 1000).rounded()))
        } else {
            value = nil
        }
    }

    /// Returns a time with the letter for UTC, which some write as an offset of zero or leave out.
    private static func utc(_ text: String) -> String {
        let offset = ["+00:00", "+0000", "+00"].first { text.hasSuffix($0) } ?? ""
        return text.dropLast(offset.count) + "Z"
    }
}
