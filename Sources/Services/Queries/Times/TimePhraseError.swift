/// A moment that was written so that it is not understood.
public struct TimePhraseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public enum Reason: Hashable, Sendable {
        /// It looks like nothing that is known.
        case unknown
        /// It has a unit of time that is not known.
        case unit(String)
        /// There is no such day or time.
        case impossible
    }

    /// What was written.
    public let text: String
    /// What is wrong with it.
    public let reason: Reason

    /// Says what is wrong with a text.
    public init(_ text: String, _ reason: Reason) {
        self.text = text
        self.reason = reason
    }

    /// One line: what was written, what is wrong, and what would be understood.
    public var description: String {
        let text = String(text.prefix(80)).debugDescription
        return switch reason {
        case .unknown: "\(text) is no time, understood are: \(TimePhrase.examples)"
        case .unit(let unit): "\(text): unknown unit \(unit.debugDescription), understood are s, min, h, d and w"
        case .impossible: "\(text): there is no such day or time, understood are: \(TimePhrase.examples)"
        }
    }
}
