/// The Leaflet files of the live page, as packaged in Debian's `libjs-leaflet`.
struct LeafletFile {
    /// The public names, and the files and types behind them.
    private static let files: [String: (file: String, type: String)] = [
        "leaflet.js": ("leaflet.min.js", "text/javascript; charset=utf-8"),
        "leaflet.css": ("leaflet.css", "text/css; charset=utf-8"),
        "layers.png": ("images/layers.png", "image/png"),
        "layers-2x.png": ("images/layers-2x.png", "image/png"),
        "marker-icon.png": ("images/marker-icon.png", "image/png"),
        "marker-icon-2x.png": ("images/marker-icon-2x.png", "image/png"),
        "marker-shadow.png": ("images/marker-shadow.png", "image/png"),
    ]

    /// The path below the directory of libraries.
    let path: String
    /// The value of `Content-Type`.
    let mediaType: String

    /// Returns the file of a public name; nil for any other name.
    init?(named name: String) {
        guard let (file, type) = Self.files[name] else { return nil }
        path = "leaflet/\(file)"
        mediaType = type
    }
}
