/// One tag as it stands in a template, before it is given a meaning.
struct TemplateTag {
    enum Kind: Equatable {
        case value(escaped: Bool)
        case section(inverted: Bool)
        case close
        case partial
        case comment
        case delimiters
    }

    let kind: Kind
    /// What stands in the tag without its sign and the white space around it.
    let content: String
    /// Where the tag begins in the template.
    let start: Int
    /// The first byte behind the tag.
    let end: Int

    /// Whether the tag takes its line with it when it is alone there.
    var canStandAlone: Bool {
        if case .value = kind { false } else { true }
    }
}
