/// Parses the text of a template into nodes, in one pass without recursion.
struct TemplateParser {
    /// An open section; the outermost is the template itself.
    private struct Open {
        var tag: TemplateTag?
        var nodes: [TemplateNode] = []
    }

    private var scanner: TemplateScanner
    private var sections = [Open()]
    private var position = 0
    private var lineStarts: LineStarts

    init(file: String, text: String) {
        scanner = TemplateScanner(file: file, text: text)
        lineStarts = LineStarts()
    }

    mutating func parse() throws(TemplateError) -> [TemplateNode] {
        while let tag = try scanner.tag(from: position) {
            let line = standaloneLine(of: tag)
            appendText(upTo: line?.lowerBound ?? tag.start, beforeTagOnLine: line == nil)
            try append(tag, indentation: line.map { Array(scanner.bytes[$0.lowerBound..<tag.start]) } ?? [])
            position = line?.upperBound ?? tag.end
            if line != nil { lineStarts.beginLine() }
        }
        appendText(upTo: scanner.bytes.count, beforeTagOnLine: false)
        return try finish()
    }

    private mutating func append(_ tag: TemplateTag, indentation: [UInt8]) throws(TemplateError) {
        switch tag.kind {
        case .value(let escaped): add(.value(TemplatePath(tag.content), escaped: escaped))
        case .partial: add(.partial(name: tag.content, indentation: indentation, offset: tag.start))
        case .section: try open(tag)
        case .close: try close(tag)
        case .comment, .delimiters: break
        }
    }

    private mutating func add(_ node: TemplateNode) {
        sections[sections.count - 1].nodes.append(node)
    }

    private mutating func open(_ tag: TemplateTag) throws(TemplateError) {
        guard sections.count <= TemplateLimit.nesting else {
            let expected = "at most \(TemplateLimit.nesting) nested sections"
            throw scanner.error(at: tag.start, found: "one more", expected: expected)
        }
        sections.append(Open(tag: tag))
    }

    private mutating func close(_ tag: TemplateTag) throws(TemplateError) {
        guard let opened = sections.last?.tag, case .section(let inverted) = opened.kind else {
            let expected = "no closing tag: no section is open"
            throw scanner.error(at: tag.start, found: "{{/\(tag.content)}}", expected: expected)
        }
        guard opened.content == tag.content else {
            let found = "{{/\(tag.content)}}"
            throw scanner.error(at: tag.start, found: found, expected: "{{/\(opened.content)}}")
        }
        let body = sections.removeLast().nodes
        add(.section(TemplatePath(tag.content), inverted: inverted, body: body))
    }

    private mutating func finish() throws(TemplateError) -> [TemplateNode] {
        if let opened = sections.last?.tag {
            let expected = "{{/\(opened.content)}} before the end of the file"
            throw scanner.error(at: opened.start, found: "unterminated section \(opened.content)", expected: expected)
        }
        return sections[0].nodes
    }

    private mutating func appendText(upTo end: Int, beforeTagOnLine: Bool) {
        let bytes = Array(scanner.bytes[position..<max(position, end)])
        let starts = lineStarts.starts(in: bytes, lineContinues: beforeTagOnLine)
        guard !bytes.isEmpty || !starts.isEmpty else { return }
        add(.text(TemplateText(bytes: bytes, lineStarts: starts)))
    }

    /// Returns the line of a standalone tag with its end; nil if it shares the line.
    private func standaloneLine(of tag: TemplateTag) -> Range<Int>? {
        guard tag.canStandAlone else { return nil }
        let bytes = scanner.bytes
        var start = tag.start
        while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
        guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
        var end = tag.end
        while end < bytes.count, Self.isBlank(bytes[end]) { end += 1 }
        if end < bytes.count, bytes[end] == UInt8(ascii: "\r") { end += 1 }
        guard end == bytes.count || bytes[end] == UInt8(ascii: "\n") else { return nil }
        return start..<min(end + 1, bytes.count)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}

/// Finds the line starts of a template, piece by piece of its text.
struct LineStarts {
    private var isAtStart = true

    /// Marks the start of a line: the previous line was removed with its tag.
    mutating func beginLine() {
        isAtStart = true
    }

    /// Returns the offsets in a piece of text at which a non-empty line starts.
    ///
    /// - Parameters:
    ///   - bytes: the text up to the next tag, the next tag's own line, or the end.
    ///   - lineContinues: true if a rendered tag follows on the text's last line.
    /// - Returns: the offsets in ascending order; the end of the text is included if only that tag starts a line.
    mutating func starts(in bytes: [UInt8], lineContinues: Bool) -> [Int] {
        var starts: [Int] = []
        for (offset, byte) in bytes.enumerated() {
            if isAtStart { starts.append(offset) }
            isAtStart = byte == UInt8(ascii: "\n")
        }
        if isAtStart, lineContinues {
            starts.append(bytes.count)
            isAtStart = false
        }
        return starts
    }
}
