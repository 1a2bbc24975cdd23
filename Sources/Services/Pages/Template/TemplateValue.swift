/// What a template can show: the data of Mustache's specification.
enum TemplateValue: Hashable, Sendable {
    /// Nothing; shows as nothing and counts as false.
    case null
    /// A truth value; shows as `true` or `false`.
    case bool(Bool)
    /// A number; shows with as many digits as it needs, and as nothing when it is not finite.
    case number(Double)
    /// Text; empty text counts as false.
    case text(String)
    /// Values for a section to repeat over; an empty list counts as false.
    case list([TemplateValue])
    /// Values by name.
    case object([String: TemplateValue])

    /// Whether a section of this value is shown: everything but null, false, empty text and the empty list.
    var isTrue: Bool {
        switch self {
        case .null, .bool(false): false
        case .text(let text): !text.isEmpty
        case .list(let values): !values.isEmpty
        default: true
        }
    }

    /// The value as an interpolation tag shows it.
    var rendered: String {
        switch self {
        case .null, .list, .object: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let value): Self.shown(value)
        case .text(let text): text
        }
    }

    /// The value of that name, or nil where this is no object or has none.
    subscript(name: String) -> TemplateValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    private static func shown(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        return Int64(exactly: number).map(String.init) ?? String(number)
    }
}

extension TemplateValue {
    /// The text, or null where there is none.
    init(_ text: String?) { self = text.map(TemplateValue.text) ?? .null }

    /// The number, or null where there is none.
    init(_ number: Double?) { self = number.map(TemplateValue.number) ?? .null }
}
