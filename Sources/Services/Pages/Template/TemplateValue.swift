/// A value for a template: the data of Mustache's specification.
enum TemplateValue: Hashable, Sendable {
    /// Renders as nothing and counts as false.
    case null
    /// Renders as `true` or `false`.
    case bool(Bool)
    /// Renders with as many digits as necessary; as nothing if not finite.
    case number(Double)
    /// Text; empty text counts as false.
    case text(String)
    /// The values that a section repeats over; an empty list counts as false.
    case list([TemplateValue])
    case object([String: TemplateValue])

    /// True if a section of this value is rendered: everything but null, false, empty text and the empty list.
    var isTrue: Bool {
        switch self {
        case .null, .bool(false): false
        case .text(let text): !text.isEmpty
        case .list(let values): !values.isEmpty
        default: true
        }
    }

    /// The text of the value in an interpolation tag.
    var rendered: String {
        switch self {
        case .null, .list, .object: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let value): Self.rendered(value)
        case .text(let text): text
        }
    }

    /// Returns the value of that name; nil for anything but an object with it.
    subscript(name: String) -> TemplateValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    private static func rendered(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        return Int64(exactly: number).map(String.init) ?? String(number)
    }
}
