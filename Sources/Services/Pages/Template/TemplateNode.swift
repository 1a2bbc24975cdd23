/// A piece of a parsed template.
indirect enum TemplateNode: Sendable {
    case text(TemplateText)
    case value(TemplatePath, escaped: Bool)
    case section(TemplatePath, inverted: Bool, body: [TemplateNode])
    case partial(name: String, indentation: [UInt8], offset: Int)
}

/// Text between tags.
struct TemplateText: Sendable {
    let bytes: [UInt8]
    /// Where lines of the template begin in `bytes`, its end included: a partial is indented there.
    let lineStarts: [Int]
}

/// A name in a tag, split at its dots; an empty one is the implicit iterator, a dot alone.
struct TemplatePath: Hashable, Sendable {
    let names: [String]

    init(_ text: String) {
        names = text == "." ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
