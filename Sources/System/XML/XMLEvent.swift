/// An event of a document.
public struct XMLEvent: Hashable, Sendable {
    /// The kind of an event.
    public enum Kind: Sendable {
        /// An element begins; its attributes follow.
        case start
        /// An attribute of the element that began last.
        case attribute
        /// Text of the innermost element, if wanted; it may continue in the next piece of the document.
        case text
        /// The innermost element ends.
        case end
    }

    /// The kind.
    public let kind: Kind
    /// The index of its name in the parser's vocabulary, without a prefix; nil for other names, and for text.
    public let name: Int?
    /// The line on which an element begins, from 1; 0 for other kinds.
    public let line: Int
    /// The range of its value or text in ``XMLEvents/bytes``.
    public internal(set) var value: Range<Int>
}
