import Pages

/// A track as one page of HTML, without scripts and without anything from elsewhere.
struct DocumentPage {
    private static let head = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        """
    private static let style = """
        body { max-width: 52rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
        h1 { font-size: 1.4rem; line-height: 1.3; } h2 { font-size: 1.1rem; }
        figure { margin: 0 0 1.5rem; } figcaption { color: var(--soft); font-size: .9rem; }
        svg { display: block; width: 100%; height: auto; }
        th { padding: .1rem 1rem .1rem 0; font-weight: 400; text-align: left; color: var(--soft); }
        caption { text-align: left; font-weight: 600; } table { margin-bottom: 1rem; }
        """

    private let content: DocumentContent

    init(_ content: DocumentContent) { self.content = content }

    var html: String {
        let title = HTMLText.escaped(content.title)
        return """
            \(Self.head)
            <title>\(title)</title>
            <style>
            \(DocumentPicture.colours)
            body { background: var(--ground); color: var(--ink); }
            \(Self.style)
            </style>
            </head>
            <body>
            <h1>\(title)</h1>
            \(line)\(links)\(content.charts.map(figure).joined())\(tables)</body>
            </html>

            """
    }

    private var line: String {
        guard let drawing = content.drawing else { return "" }
        let picture = DocumentPicture.line(drawing)
        let caption = content.scale.map { "<figcaption>\(HTMLText.escaped($0))</figcaption>\n" } ?? ""
        return """
            <figure>
            <svg viewBox="-10 -10 820 520" role="img" aria-label="The line of the track, north is up">\(picture)</svg>
            \(caption)</figure>

            """
    }

    private var links: String {
        guard !content.links.isEmpty else { return "" }
        let items = content.links.map { link in
            let url = HTMLText.escaped(link.url)
            return "<li><a href=\"\(url)\" rel=\"noopener noreferrer\">\(HTMLText.escaped(link.name))</a></li>"
        }
        return "<ul>\n\(items.joined(separator: "\n"))\n</ul>\n"
    }

    private func figure(_ chart: DocumentChart) -> String {
        let name = HTMLText.escaped(chart.name)
        let limits = HTMLText.escaped("\(chart.limits.low) to \(chart.limits.high)")
        let picture = DocumentPicture.chart(chart)
        return """
            <h2>\(name)</h2>
            <figure>
            <svg viewBox="-10 -30 820 230" role="img" aria-label="\(name), \(limits)">\(picture)</svg>
            </figure>

            """
    }

    private var tables: String {
        content.tables.map { device, rows in
            let caption = device.isEmpty ? "" : "<caption>\(HTMLText.escaped(device))</caption>\n"
            let lines = rows.map {
                "<tr><th scope=\"row\">\(HTMLText.escaped($0.name))</th><td>\(HTMLText.escaped($0.text))</td></tr>"
            }
            return "<table>\n\(caption)\(lines.joined(separator: "\n"))\n</table>\n"
        }.joined()
    }
}
