/// A rejected XML document: the reason and the position.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason.
    public enum Reason: Hashable, Sendable {
        /// The bytes are not XML; expat's text.
        case notWellFormed(String)
        /// The encoding is unknown to expat.
        case unknownEncoding
        /// There is a document type, which alone can declare entities and so expand little into much.
        case documentType
        /// Elements are nested deeper than ``XMLLimits/maxNesting``.
        case nestedTooDeep
        /// A tag, comment or instruction exceeds ``XMLLimits/maxMarkupBytes``.
        case markupTooLong
        /// Text between two tags exceeds ``XMLLimits/maxTextBytes``.
        case textTooLong
        /// There are more names than ``XMLLimits/maxNames``, or one exceeds ``XMLLimits/maxNameBytes``.
        case tooManyNames
        /// There was no memory for a parser.
        case outOfMemory
    }

    /// The reason.
    public let reason: Reason
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// One line: the position and the reason.
    public var description: String { "line \(line), column \(column): \(message)" }

    /// The reason without the position.
    public var message: String {
        switch reason {
        case .notWellFormed(let text): text
        case .unknownEncoding: "unknown encoding; supported: UTF-8, UTF-16, ISO-8859-1, US-ASCII"
        case .documentType: "a document type (<!DOCTYPE) is not accepted"
        case .nestedTooDeep: "elements nested deeper than \(XMLLimits.maxNesting) levels"
        case .markupTooLong: "a tag or comment of more than \(XMLLimits.maxMarkupBytes) bytes"
        case .textTooLong: "text of more than \(XMLLimits.maxTextBytes) bytes between two tags"
        case .tooManyNames:
            "more than \(XMLLimits.maxNames) names of elements and attributes, or one of more than "
                + "\(XMLLimits.maxNameBytes) bytes"
        case .outOfMemory: "no memory for a parser"
        }
    }
}
