import QRCode

/// A QR code as one SVG path: each run of dark modules is a stroke as wide as a module.
struct QRDrawing {
    /// Light modules that ISO/IEC 18004 wants around a code.
    private static let quietZone = 4

    private let code: QRCode

    init(_ code: QRCode) {
        self.code = code
    }

    var value: TemplateValue {
        .object(["path": .text(path), "size": .text(String(code.size + 2 * Self.quietZone))])
    }

    var path: String {
        (0..<code.size).map(strokes).joined()
    }

    private func strokes(inRow row: Int) -> String {
        var path = "M\(Self.quietZone) \(row + Self.quietZone).5"
        var column = 0
        while column < code.size {
            let dark = run(from: column, inRow: row, dark: true)
            let light = run(from: column + dark, inRow: row, dark: false)
            if dark > 0 { path += "h\(dark)" }
            if light > 0, column + dark + light < code.size { path += "m\(light) 0" }
            column += dark + light
        }
        return path
    }

    private func run(from column: Int, inRow row: Int, dark: Bool) -> Int {
        var end = column
        while end < code.size, code[row, end] == dark { end += 1 }
        return end - column
    }
}
