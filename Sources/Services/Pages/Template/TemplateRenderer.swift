struct TemplateRenderer {
    private let partials: [String: Template]
    private var template: Template
    private var context: [TemplateValue]
    private var indentation: [UInt8] = []
    private var depth = 0
    private var steps = 0
    private var output: [UInt8] = []

    init(of template: Template, value: TemplateValue, partials: [String: Template]) {
        self.template = template
        self.partials = partials
        self.context = [value]
        output.reserveCapacity(48_000)
    }

    mutating func run() throws(TemplateError) -> [UInt8] {
        try render(template.nodes)
        return output
    }

    private mutating func render(_ nodes: [TemplateNode]) throws(TemplateError) {
        depth += 1
        defer { depth -= 1 }
        for node in nodes {
            steps += 1
            try check(steps <= TemplateLimit.steps, unit: "rendered nodes", limit: TemplateLimit.steps)
            try render(node)
        }
    }

    private mutating func render(_ node: TemplateNode) throws(TemplateError) {
        switch node {
        case .text(let text): try render(text)
        case .value(let path, let escaped): try render(path, escaped: escaped)
        case .section(let path, false, let body): try renderSection(path, body)
        case .section(let path, true, let body):
            if !(value(at: path)?.isTrue ?? false) { try render(body) }
        case .partial(let name, let indentation, let offset):
            try renderPartial(name, indentation: indentation, at: offset)
        }
    }

    private mutating func render(_ text: TemplateText) throws(TemplateError) {
        try checkRoom(for: text.bytes.count + text.lineStarts.count * indentation.count)
        guard !indentation.isEmpty else { return output += text.bytes }
        var done = 0
        for start in text.lineStarts {
            output += text.bytes[done..<start]
            output += indentation
            done = start
        }
        output += text.bytes[done...]
    }

    private mutating func render(_ path: TemplatePath, escaped: Bool) throws(TemplateError) {
        guard let value = value(at: path) else { return }
        let text = value.rendered
        try checkRoom(for: escaped ? HTMLText.length(of: text) : text.utf8.count)
        if escaped {
            HTMLText.append(text, to: &output)
        } else {
            output += text.utf8
        }
    }

    private mutating func renderSection(_ path: TemplatePath, _ body: [TemplateNode]) throws(TemplateError) {
        guard let value = value(at: path), value.isTrue else { return }
        guard case .list(let values) = value else { return try render(body, in: value) }
        for value in values { try render(body, in: value) }
    }

    private mutating func render(_ body: [TemplateNode], in value: TemplateValue) throws(TemplateError) {
        context.append(value)
        defer { context.removeLast() }
        try render(body)
    }

    private mutating func renderPartial(_ name: String, indentation: [UInt8], at offset: Int) throws(TemplateError) {
        guard let partial = partials[name] else { return }
        let (caller, outer) = (template, self.indentation)
        try check(depth < TemplateLimit.depth, unit: "nested partials", limit: TemplateLimit.depth, at: offset)
        let inside = self.indentation.count + indentation.count
        try check(
            inside <= TemplateLimit.indentation, unit: "bytes of indentation", limit: TemplateLimit.indentation,
            at: offset)
        self.indentation += indentation
        template = partial
        try render(partial.nodes)
        (template, self.indentation) = (caller, outer)
    }

    /// Returns the value of a path: the first name is searched from the innermost section outwards, the rest within its
    /// value.
    private func value(at path: TemplatePath) -> TemplateValue? {
        guard let first = path.names.first else { return context.last }
        var found: TemplateValue?
        for value in context.reversed() {
            found = value[first]
            if found != nil { break }
        }
        for name in path.names.dropFirst() { found = found?[name] }
        return found
    }

    private func checkRoom(for count: Int) throws(TemplateError) {
        try check(output.count + count <= TemplateLimit.bytes, unit: "bytes", limit: TemplateLimit.bytes)
    }

    private func check(_ holds: Bool, unit: String, limit: Int, at offset: Int = 0) throws(TemplateError) {
        guard !holds else { return }
        throw template.scanner.error(at: offset, found: "more", expected: "at most \(limit) \(unit)")
    }
}

/// Escapes text for HTML elements and quoted attributes.
public enum HTMLText {
    /// Returns text with the five special characters of HTML replaced.
    public static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends text with the five special characters of HTML replaced.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if let reference = reference(for: byte) {
                bytes += reference.utf8
            } else {
                bytes.append(byte)
            }
        }
    }

    /// Returns the number of bytes that ``append(_:to:)`` appends.
    static func length(of text: String) -> Int {
        text.utf8.reduce(0) { $0 + (reference(for: $1)?.utf8.count ?? 1) }
    }

    private static func reference(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
