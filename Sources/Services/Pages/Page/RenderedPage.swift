/// A page, and what was wrong with the templates it should have been made from.
public struct RenderedPage: Hashable, Sendable {
    /// The page in UTF-8.
    public let bytes: [UInt8]
    /// Why the built-in templates were used in place of one's own; the same in every page it concerns.
    public let fault: TemplateError?
}
