/// Something that stands in a document.
public struct XMLEvent: Hashable, Sendable {
    /// What it is.
    public enum Kind: Sendable {
        /// An element begins; its attributes follow.
        case start
        /// The element that has begun last has an attribute.
        case attribute
        /// Text of the innermost element, where that matters; behind a piece of the document it may go on in the next.
        case text
        /// The innermost element ends.
        case end
    }

    /// What it is.
    public let kind: Kind
    /// The place of its name in the parser's vocabulary, prefixes left out; nil for every other name, and for text.
    public let name: Int?
    /// The line on which an element begins, from 1; 0 for the rest.
    public let line: Int
    /// Where its value or text stands in ``XMLEvents/bytes``.
    public internal(set) var value: Range<Int>
}
