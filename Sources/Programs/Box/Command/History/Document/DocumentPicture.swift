import Pages

/// A track as one SVG picture, and the parts of it that a page has too.
struct DocumentPicture {
    /// The colours by the reader's choice of light or dark, and the classes of the pictures.
    static let colours = """
        :root { --ground: #fff; --ink: #15211d; --soft: #54625c; --line: #dde4e0; --tone: #0a7257; }
        @media (prefers-color-scheme: dark) {
        :root { --ground: #111a17; --ink: #e8f0ec; --soft: #a3b3ac; --line: #33423c; --tone: #4cc9a4; }
        }
        .way { fill: none; stroke: var(--tone); stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
        .frame { fill: none; stroke: var(--line); } .dot { fill: var(--tone); stroke: var(--ground); stroke-width: 2; }
        .start { fill: var(--ground); stroke: var(--tone); stroke-width: 2.5; }
        text { fill: var(--soft); font: 14px system-ui, sans-serif; }
        """

    private let content: DocumentContent

    init(_ content: DocumentContent) { self.content = content }

    /// The picture of the line, the charts and the figures one below the other.
    var svg: String {
        var parts = ["<text class=\"title\" x=\"0\" y=\"0\">\(HTMLText.escaped(content.title))</text>"]
        var y = 20.0
        if let drawing = content.drawing {
            parts.append(Self.moved(y, Self.line(drawing)))
            y += DocumentContent.lineHeight + 30
        }
        for chart in content.charts {
            let name = "<text class=\"title\" x=\"0\" y=\"0\">\(HTMLText.escaped(chart.name))</text>"
            parts.append(Self.moved(y, name) + Self.moved(y + 30, Self.chart(chart)))
            y += DocumentContent.chartHeight + 80
        }
        for text in [content.scale].compactMap({ $0 }) + figures {
            parts.append(Self.moved(y, "<text>\(HTMLText.escaped(text))</text>"))
            y += 22
        }
        for link in content.links {
            let text = "<text class=\"link\">\(HTMLText.escaped(link.name))</text>"
            parts.append(Self.moved(y, "<a href=\"\(HTMLText.escaped(link.url))\">\(text)</a>"))
            y += 22
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 -30 840 \(FixedDecimalText.text(y + 30, decimals: 0))">
            <title>\(HTMLText.escaped(content.title))</title>
            <style>
            \(Self.colours)
            svg { background: var(--ground); color-scheme: light dark; }
            .title { fill: var(--ink); font-size: 18px; } .link { fill: var(--tone); text-decoration: underline; }
            </style>
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }

    private var figures: [String] {
        content.tables.flatMap { device, rows in
            (device.isEmpty ? [] : [device]) + rows.map { "\($0.name): \($0.text)" }
        }
    }

    private static func moved(_ y: Double, _ part: String) -> String {
        "<g transform=\"translate(0 \(FixedDecimalText.text(y, decimals: 0)))\">\(part)</g>"
    }

    /// The line in a frame, with its start as a ring and its end as a dot.
    static func line(_ drawing: LineDrawing) -> String {
        let marks = zip(["start", "dot"], drawing.ends).map { name, point in
            "<circle class=\"\(name)\" cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"6\"/>"
        }
        let frame = "<path class=\"frame\" d=\"M-8-8h816v516h-816z\"/>"
        return "\(frame)<path class=\"way\" d=\"\(drawing.path)\"/>\(marks.joined())"
    }

    /// A chart in a frame, with its limits above and its times below.
    static func chart(_ chart: DocumentChart) -> String {
        let times = zip(["start", "end"], chart.times).map { anchor, text in
            let x = anchor == "start" ? "0" : "800"
            return "<text x=\"\(x)\" y=\"186\" text-anchor=\"\(anchor)\">\(HTMLText.escaped(text))</text>"
        }
        return """
            <path class="frame" d="M0 0h800v160h-800z"/><path class="way" d="\(chart.path)"/>\
            <text x="0" y="-8">\(HTMLText.escaped(chart.limits.high))</text>\
            <text x="800" y="-8" text-anchor="end">lower edge: \(HTMLText.escaped(chart.limits.low))</text>\
            \(times.joined())
            """
    }
}
