/// What takes the events of an XML document in their order.
public protocol XMLHandler<Name> {
    /// The names that matter; prefixes are left out, every other name is nil.
    associatedtype Name: CaseIterable & RawRepresentable<String> & Sendable

    /// An element begins on a line, told from 1; its attributes follow.
    mutating func start(_ name: Name?, line: Int)

    /// The element that has begun last has an attribute, entities resolved, in UTF-8.
    mutating func attribute(_ name: Name?, _ value: Span<UInt8>)

    /// Text of the innermost element, or a piece of it, in UTF-8.
    mutating func text(_ text: Span<UInt8>)

    /// The innermost element ends.
    mutating func end(_ name: Name?)
}
