extension QRCode {
    /// The number of light modules around a code (ISO/IEC 18004, 5.3.8).
    public static let quietZone = 4

    /// The width of the code with its quiet zone, in modules.
    public var width: Int { size + 2 * Self.quietZone }

    /// The dark modules as data of an SVG path, to be stroked one unit wide.
    ///
    /// A unit is a module; the quiet zone begins at the origin. Adjacent dark modules of a row are one stroke.
    public var path: String { (0..<size).map(strokes).joined() }

    /// An SVG document: black on white in any colour scheme, since many readers reject inverted codes.
    public var svg: String {
        #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(width)" shape-rendering="crispEdges">"#
            + ##"<path fill="#fff" d="M0 0h\##(width)v\##(width)H0z"/><path stroke="#000" d="\##(path)"/></svg>"##
    }

    private func strokes(inRow row: Int) -> String {
        var path = "M\(Self.quietZone) \(row + Self.quietZone).5"
        var column = 0
        while column < size {
            let dark = run(from: column, inRow: row, dark: true)
            let light = run(from: column + dark, inRow: row, dark: false)
            if dark > 0 { path += "h\(dark)" }
            if light > 0, column + dark + light < size { path += "m\(light) 0" }
            column += dark + light
        }
        return path
    }

    private func run(from column: Int, inRow row: Int, dark: Bool) -> Int {
        var end = column
        while end < size, self[row, end] == dark { end += 1 }
        return end - column
    }
}
