/// Why bytes were refused as XML, and where.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wrong.
    public enum Reason: Hashable, Sendable {
        /// The bytes are not XML; expat's words.
        case notWellFormed(String)
        /// An encoding that expat has no table of.
        case unknownEncoding
        /// A document type, which alone can declare entities and so make little into much.
        case documentType
        /// Elements within each other beyond ``XMLLimits/deepestNesting``.
        case nestedTooDeep
        /// A tag, comment or instruction beyond ``XMLLimits/longestMarkup``.
        case markupTooLong
        /// Text between two tags beyond ``XMLLimits/longestText``.
        case textTooLong
        /// More names of elements and attributes than ``XMLLimits/mostNames``, or one beyond
        /// ``XMLLimits/longestName``.
        case tooManyNames
        /// There was no memory for a parser.
        case outOfMemory
    }

    /// What was wrong.
    public let reason: Reason
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    init(_ reason: Reason, line: Int, column: Int) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    /// One line: where, and what is wrong.
    public var description: String { "line \(line), column \(column): \(message)" }

    /// What is wrong, without the place.
    public var message: String {
        switch reason {
        case .notWellFormed(let words): words
        case .unknownEncoding: "an unknown encoding; these are known: UTF-8, UTF-16, ISO-8859-1, US-ASCII"
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
