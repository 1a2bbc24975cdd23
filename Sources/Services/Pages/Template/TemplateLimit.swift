/// How far a template may go: what lies beyond is a mistake, and an error instead of a full stack or memory.
enum TemplateLimit {
    /// Sections inside sections in one template.
    static let nesting = 64
    /// Sections and partials inside each other while rendering.
    static let depth = 128
    /// Nodes shown in one rendering.
    static let steps = 200_000
    /// Bytes before each line of a partial, from all the partials that it is inside of.
    static let indentation = 1000
    /// Bytes of one rendering.
    static let bytes = 4_000_000
}
