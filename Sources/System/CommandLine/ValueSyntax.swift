import Basics

/// The text of a value on a command line or in a configuration file.
public struct ValueSyntax<Value>: Sendable {
    /// The expected value, as the end of a message.
    public let expected: String
    /// True if a value grants access, so that no message shows it.
    public let isSecret: Bool
    /// The value as a file has it.
    public let text: @Sendable (Value) -> String
    /// Parses a value; nil if it is invalid.
    public let parse: @Sendable (String) -> Value?

    /// Creates a syntax.
    public init(
        _ expected: String, isSecret: Bool = false, text: @escaping @Sendable (Value) -> String = { "\($0)" },
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.expected = expected
        self.isSecret = isSecret
        self.text = text
        self.parse = parse
    }

    /// The same syntax, with a word for no value; `expected` mentions it.
    public func orNone(_ word: String = "none") -> ValueSyntax<Value?> {
        ValueSyntax<Value?>(expected, isSecret: isSecret, text: { $0.map(text) ?? word }) { text in
            text == word ? .some(nil) : parse(text).map(Value?.some)
        }
    }
}

extension ValueSyntax<Bool> {
    /// Yes or no.
    public static var flag: ValueSyntax {
        ValueSyntax("yes or no", text: { $0 ? "yes" : "no" }) { ["yes": true, "no": false][$0] }
    }
}

extension ValueSyntax<Int> {
    /// A whole number within a range.
    public static func number(within range: ClosedRange<Int>) -> ValueSyntax {
        ValueSyntax("a number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A whole number above 0.
    public static var count: ValueSyntax {
        ValueSyntax("a whole number above 0") { text in Int(text).flatMap { $0 > 0 ? $0 : nil } }
    }
}

extension ValueSyntax<String> {
    /// A text of which `isValid` is true.
    public static func text(
        _ expected: String, isSecret: Bool = false, where isValid: @escaping @Sendable (String) -> Bool
    ) -> ValueSyntax {
        ValueSyntax(expected, isSecret: isSecret) { isValid($0) ? $0 : nil }
    }
}

extension ValueSyntax where Value: RawRepresentable<String> & SendableMetatype {
    /// One of the raw values.
    public static func choice(_ expected: String) -> ValueSyntax {
        ValueSyntax(expected, text: \.rawValue) { Value(rawValue: $0) }
    }
}

extension ValueSyntax<Duration> {
    /// A time within a range of seconds.
    public static func time(
        _ expected: String, within seconds: ClosedRange<Double> = 0.001...31_536_000
    ) -> ValueSyntax {
        ValueSyntax(expected, text: \.setting) { Duration(setting: $0, within: seconds) }
    }
}
